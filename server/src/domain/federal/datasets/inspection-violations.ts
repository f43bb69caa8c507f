import { column, type Dataset, past, required } from '../dataset.ts';
import { bigCount, id, smallCount } from '../values/number.ts';
import { text } from '../values/text.ts';

/** Names no carrier: the inspection does. The last two columns came in 2026. */
export const inspectionViolations: Dataset = {
  name: 'inspection-violations',
  title: 'Vehicle Inspections and Violations',
  portalId: '876r-jsdb',
  table: 'inspection_violations',
  columns: [
    ...past('CHANGE_DATE'),
    required('INSPECTION_ID', 'inspection_id', id),
    required('INSP_VIOLATION_ID', 'violation_id', id),
    column('SEQ_NO', 'seq_no', smallCount),
    column('PART_NO', 'part_no', text),
    column('PART_NO_SECTION', 'part_no_section', text),
    column('INSP_VIOL_UNIT', 'viol_unit', text),
    column('INSP_UNIT_ID', 'unit_id', bigCount),
    column('INSP_VIOLATION_CATEGORY_ID', 'category_id', smallCount),
    required('OUT_OF_SERVICE_INDICATOR', 'out_of_service_indicator', text),
    column('DEFECT_VERIFICATION_ID', 'defect_verification_id', smallCount),
    column('CITATION_NUMBER', 'citation_number', text),
    column('VIOL_CODE', 'viol_code', text),
    column('VIOL_DESC', 'viol_desc', text),
  ],
};
