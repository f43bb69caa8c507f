import { statement } from '../../../db/database.ts';
import { utcDay } from '../utc-day.ts';
import { findingOf, MOST_EVIDENCE, ownSightings, type Signal, shownSighting } from './signal.ts';

/** Orders are few; without one nothing else is read. */
const underOrder = statement(
  'signals.seen-out-of-service',
  `with orders as materialized (
     select oos_date, oos_reason, rescind_date from out_of_service_orders
     where usdot_number = $1 and oos_date <= $3 and coalesce(rescind_date, 'infinity') > $2)
   select ${shownSighting}, o.oos_date as order_date, coalesce(o.oos_reason, '') as order_reason,
     o.rescind_date, count(*) over () as total
   from orders o cross join lateral (
     select * from (${ownSightings}) own
     where own.time_captured >= ${utcDay('o.oos_date', 1)} and (o.rescind_date is null or own.time_captured < ${utcDay('o.rescind_date')})
   ) s
   order by s.time_captured desc limit ${MOST_EVIDENCE}`,
);

export const seenOutOfService: Signal = {
  name: 'seen_out_of_service',
  title: 'Seen moving while under an out-of-service order',
  rule: 'A sighting after the day of an out-of-service order and before the day it was rescinded.',
  async find({ db, usdotNumber, since, today }) {
    return findingOf(await db.rows(underOrder, [usdotNumber, since, today]));
  },
};
