import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { dollars, usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';

/** A cancel date still to come belongs to a filing that is in force. */
export const motusInsHist: Dataset = {
  name: 'motus-ins-hist',
  title: 'Motus InsHist',
  portalId: '3uet-3z4i',
  table: 'motus_insurance_history',
  columns: [
    docketColumn(),
    required('USDOT_NUMBER', 'usdot_number', usdot, ['DOT_NUMBER']),
    required('INS_FORM_CODE', 'form_code', text),
    required('FILING_STATUS_REASON', 'filing_status_reason', text),
    column('INS_TYPE_CODE', 'type_code', text),
    column('INS_TYPE_IND', 'type_indicator', text),
    column('POLICY_NO', 'policy_number', text),
    column('INS_TYPE_DESC', 'type_desc', text),
    column('MIN_COV_AMOUNT', 'min_coverage_dollars', dollars),
    column('INS_CLASS_CODE', 'class_code', text),
    column('EFFECTIVE_DATE', 'effective_date', date),
    column('UNDERL_LIM_AMOUNT', 'underlying_limit_dollars', dollars),
    required('MAX_COV_AMOUNT', 'max_coverage_dollars', dollars),
    required('CANCL_EFFECTIVE_DATE', 'cancel_effective_date', date),
    column('INSURANCE_COMPANY_NAME', 'company_name', text),
  ],
  madeKey: 'row_hash',
  byDocket: true,
};
