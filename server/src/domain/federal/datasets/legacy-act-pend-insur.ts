import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { thousands, usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';
import { legacyFrozenOn } from './legacy.ts';

export const legacyActPendInsur: Dataset = {
  name: 'legacy-act-pend-insur',
  title: 'L&I ActPendInsur (legacy)',
  portalId: 'qh9u-swkp',
  table: 'legacy_active_insurance',
  columns: [
    docketColumn(),
    required('DOT_NUMBER', 'usdot_number', usdot, ['USDOT_NUMBER']),
    required('INS_FORM_CODE', 'form_code', text),
    column('MOD_COL_1', 'type_desc', text, { aliases: ['INS_TYPE_DESC'] }),
    column('NAME_COMPANY', 'company_name', text),
    column('POLICY_NO', 'policy_number', text),
    required('POSTED_DATE', 'posted_date', date),
    column('UNDERL_LIM_AMOUNT', 'underlying_limit_dollars', thousands),
    required('MAX_COV_AMOUNT', 'max_coverage_dollars', thousands),
    column('EFFECTIVE_DATE', 'effective_date', date),
    column('CANCL_EFFECTIVE_DATE', 'cancel_effective_date', date),
  ],
  madeKey: 'row_hash',
  byDocket: true,
  blankWithout: ['INS_FORM_CODE', 'NAME_COMPANY', 'POLICY_NO', 'MAX_COV_AMOUNT'],
  comesWithoutHeader: true,
  frozenOn: legacyFrozenOn,
};
