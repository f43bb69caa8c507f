import { statement } from '../../../db/database.ts';
import { utcDay } from '../utc-day.ts';
import { findingOf, MOST_EVIDENCE, type Signal } from './signal.ts';

/**
 * The carrier's VINs of the time (sightings that were read well, and inspections), each looked up in all other
 * carriers' records: an index probe for each VIN.
 */
const others = statement(
  'signals.vin-under-several',
  `with own as materialized (
     select vin from observations where usdot_number = $1 and type = 'Detection' and vin <> '' and not is_vin_imputed
       and not is_usdot_imputed and time_captured >= ${utcDay('$2')} and time_captured < ${utcDay('$3', 1)}
     union
     select vin from carrier_units where usdot_number = $1 and is_power and insp_date between $2 and $3
     limit 2000
   ), elsewhere as (
     select o.vin, o.usdot_number, min(o.time_captured at time zone 'UTC')::date as first_seen,
       max(o.time_captured at time zone 'UTC')::date as last_seen, count(*) as times
     from own join observations o on o.vin = own.vin and o.vin <> ''
     where o.usdot_number not in (0, $1) and not o.is_usdot_imputed and length(o.vin) >= 11
       and o.time_captured >= ${utcDay('$2')} and o.time_captured < ${utcDay('$3', 1)}
     group by o.vin, o.usdot_number)
   select e.vin, e.usdot_number::text as usdot_number, coalesce(c.legal_name, '') as legal_name,
     e.first_seen, e.last_seen, e.times, count(*) over () as total
   from elsewhere e left join company_census c on c.usdot_number = e.usdot_number
   order by e.last_seen desc, e.vin, e.usdot_number limit ${MOST_EVIDENCE}`,
);

export const vinUnderSeveralCarriers: Signal = {
  name: 'vin_under_several_carriers',
  title: 'A vehicle of this carrier was seen under other USDOT numbers',
  rule: 'A VIN in this carrier’s sightings or inspections stands in sightings, inspections or crashes of another carrier in the same time.',
  async find({ db, usdotNumber, since, today }) {
    return findingOf(await db.rows(others, [usdotNumber, since, today]));
  },
};
