import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { dollars, usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';

/** To stand here is to be active or pending; a cancellation to come stands in InsHist. */
export const motusInsur: Dataset = {
  name: 'motus-insur',
  title: 'Motus Insur',
  portalId: 'c5y8-a4uz',
  table: 'motus_insurance',
  columns: [
    docketColumn(),
    required('USDOT_NUMBER', 'usdot_number', usdot, ['DOT_NUMBER']),
    required('INS_FORM_CODE', 'form_code', text),
    column('INS_TYPE_CODE', 'type_code', text),
    column('INS_CLASS_CODE', 'class_code', text),
    required('MAX_COV_AMOUNT', 'max_coverage_dollars', dollars),
    column('UNDERL_LIM_AMOUNT', 'underlying_limit_dollars', dollars),
    column('POLICY_NO', 'policy_number', text),
    column('EFFECTIVE_DATE', 'effective_date', date),
    required('INSURANCE_COMPANY_NAME', 'company_name', text),
    required('TRANS_DATE', 'transaction_date', date),
  ],
  madeKey: 'row_hash',
  byDocket: true,
};
