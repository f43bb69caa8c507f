import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';
import { legacyFrozenOn } from './legacy.ts';

export const legacyAuthHist: Dataset = {
  name: 'legacy-auth-hist',
  title: 'L&I AuthHist (legacy)',
  portalId: '9mw4-x3tu',
  table: 'legacy_authority_history',
  columns: [
    docketColumn(),
    required('DOT_NUMBER', 'usdot_number', usdot, ['USDOT_NUMBER']),
    column('SUB_NUMBER', 'sub_number', text),
    column('MOD_COL_1', 'authority_type', text, { aliases: ['OP_AUTH_TYPE'] }),
    required('ORIGINAL_ACTION_DESC', 'original_action', text),
    required('ORIG_SERVED_DATE', 'original_served_date', date),
    column('DISP_ACTION_DESC', 'final_action', text),
    column('DISP_DECIDED_DATE', 'final_decided_date', date),
    column('DISP_SERVED_DATE', 'final_served_date', date),
  ],
  madeKey: 'row_hash',
  byDocket: true,
  comesWithoutHeader: true,
  frozenOn: legacyFrozenOn,
};
