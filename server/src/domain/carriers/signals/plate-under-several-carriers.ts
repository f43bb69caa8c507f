import { statement } from '../../../db/database.ts';
import { utcDay } from '../utc-day.ts';
import { findingOf, MOST_EVIDENCE, type Signal } from './signal.ts';

/** Sightings only, with the state where both plates have one. An index probe for each plate. */
const others = statement(
  'signals.plate-under-several',
  `with own as materialized (
     select distinct alpr_plate_number as plate, plate_state from observations
     where usdot_number = $1 and type = 'Detection' and alpr_plate_number <> '' and not is_usdot_imputed
       and time_captured >= ${utcDay('$2')} and time_captured < ${utcDay('$3', 1)} limit 2000
   ), elsewhere as (
     select o.alpr_plate_number as plate, o.plate_state, o.usdot_number,
       min(o.time_captured at time zone 'UTC')::date as first_seen,
       max(o.time_captured at time zone 'UTC')::date as last_seen, count(*) as times
     from own join observations o on o.alpr_plate_number = own.plate and o.alpr_plate_number <> ''
       and o.type = 'Detection'
     where o.usdot_number not in (0, $1) and not o.is_usdot_imputed
       and (o.plate_state = own.plate_state or o.plate_state = '' or own.plate_state = '')
       and o.time_captured >= ${utcDay('$2')} and o.time_captured < ${utcDay('$3', 1)}
     group by 1, 2, 3)
   select e.plate as plate_number, e.plate_state, e.usdot_number::text as usdot_number,
     coalesce(c.legal_name, '') as legal_name, e.first_seen, e.last_seen, e.times, count(*) over () as total
   from elsewhere e left join company_census c on c.usdot_number = e.usdot_number
   order by e.last_seen desc, e.plate, e.usdot_number limit ${MOST_EVIDENCE}`,
);

export const plateUnderSeveralCarriers: Signal = {
  name: 'plate_under_several_carriers',
  title: 'A plate of this carrier was seen under other USDOT numbers',
  rule: 'A plate in this carrier’s sightings was seen with another carrier’s number on the truck in the same time; numbers that were inferred do not count.',
  async find({ db, usdotNumber, since, today }) {
    return findingOf(await db.rows(others, [usdotNumber, since, today]));
  },
};
