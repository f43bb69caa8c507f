import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { ownUsdot } from '../values/number.ts';
import { text } from '../values/text.ts';

/** An order is in force while it is not rescinded; `STATUS` speaks of the carrier, not of the order. */
export const outOfServiceOrders: Dataset = {
  name: 'out-of-service-orders',
  title: 'Out of Service Orders',
  portalId: 'p2mt-9ige',
  table: 'out_of_service_orders',
  columns: [
    required('DOT_NUMBER', 'usdot_number', ownUsdot),
    column('LEGAL_NAME', 'legal_name', text),
    column('DBA_NAME', 'dba_name', text),
    required('OOS_DATE', 'oos_date', date),
    required('OOS_REASON', 'oos_reason', text),
    column('STATUS', 'entity_status', text),
    required('RESCIND_DATE', 'rescind_date', date, ['OOS_RESCIND_DATE']),
  ],
  madeKey: 'row_hash',
};
