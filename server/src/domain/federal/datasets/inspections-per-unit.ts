import { column, type Dataset, past, required } from '../dataset.ts';
import { id, smallCount } from '../values/number.ts';
import { plain, text } from '../values/text.ts';

/** Names no carrier: the inspection does. */
export const inspectionsPerUnit: Dataset = {
  name: 'inspections-per-unit',
  title: 'Inspections Per Unit',
  portalId: 'wt8s-2hbx',
  table: 'inspection_units',
  columns: [
    ...past('CHANGE_DATE'),
    required('INSPECTION_ID', 'inspection_id', id),
    required('INSP_UNIT_ID', 'unit_id', id),
    required('INSP_UNIT_TYPE_ID', 'unit_type_id', smallCount),
    column('INSP_UNIT_NUMBER', 'unit_number', smallCount),
    column('INSP_UNIT_MAKE', 'unit_make', text),
    column('INSP_UNIT_COMPANY', 'company_number', text),
    column('INSP_UNIT_LICENSE', 'unit_license', text),
    column('INSP_UNIT_LICENSE_STATE', 'unit_license_state', text),
    column('INSP_UNIT_VEHICLE_ID_NUMBER', 'vin', plain),
    ...past('INSP_UNIT_DECAL', 'INSP_UNIT_DECAL_NUMBER'),
  ],
};
