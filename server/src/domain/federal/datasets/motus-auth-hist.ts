import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';

/** A list of events: status, reason, day. */
export const motusAuthHist: Dataset = {
  name: 'motus-auth-hist',
  title: 'Motus AuthHist',
  portalId: 'yu5v-wbh6',
  table: 'motus_authority_history',
  columns: [
    docketColumn(),
    required('USDOT_NUMBER', 'usdot_number', usdot, ['DOT_NUMBER']),
    required('OP_AUTH_TYPE', 'authority_type', text),
    required('OP_AUTH_STATUS', 'authority_status', text),
    column('REASON', 'reason', text),
    required('STATUS_CHANGE_DATE', 'status_change_date', date),
  ],
  madeKey: 'row_hash',
  byDocket: true,
};
