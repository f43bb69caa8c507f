import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';

/** Suspensions too; an effective date still to come means that the order is pending. */
export const motusRevokeSuspend: Dataset = {
  name: 'motus-revoke-suspend',
  title: 'Motus RevokeSuspend',
  portalId: 'wb4f-neki',
  table: 'motus_revocations',
  columns: [
    docketColumn(),
    required('USDOT_NUMBER', 'usdot_number', usdot, ['DOT_NUMBER']),
    required('OP_AUTH_TYPE', 'authority_type', text),
    required('ORDER1_SERVE_DATE', 'served_date', date),
    required('ORDER1_TYPE_DESC', 'order_type', text),
    column('ORDER1_EFFECTIVE_DATE', 'effective_date', date),
  ],
  madeKey: 'row_hash',
  byDocket: true,
};
