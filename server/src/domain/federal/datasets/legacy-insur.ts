import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { smallCount, thousands } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';
import { legacyFrozenOn } from './legacy.ts';

/** Names dockets only. A row with nothing but its docket marks a policy that was taken away. */
export const legacyInsur: Dataset = {
  name: 'legacy-insur',
  title: 'L&I Insur (legacy)',
  portalId: 'ypjt-5ydn',
  table: 'legacy_insurance',
  columns: [
    docketColumn('PREFIX_DOCKET_NUMBER', ['DOCKET_NUMBER']),
    required('INS_TYPE_CODE', 'type_code', smallCount),
    column('INS_CLASS_CODE', 'class_code', text),
    required('MAX_COV_AMOUNT', 'max_coverage_dollars', thousands),
    column('UNDERL_LIM_AMOUNT', 'underlying_limit_dollars', thousands),
    column('POLICY_NO', 'policy_number', text),
    column('EFFECTIVE_DATE', 'effective_date', date),
    required('INS_FORM_CODE', 'form_code', text),
    column('NAME_COMPANY', 'company_name', text),
  ],
  madeKey: 'row_hash',
  byDocket: true,
  blankWithout: ['INS_TYPE_CODE', 'MAX_COV_AMOUNT', 'POLICY_NO', 'INS_FORM_CODE', 'NAME_COMPANY'],
  comesWithoutHeader: true,
  frozenOn: legacyFrozenOn,
};
