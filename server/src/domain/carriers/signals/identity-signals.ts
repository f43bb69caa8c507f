import { MAX_EVIDENCE } from '../../../contract/signals.ts';
import { statement } from '../../../db/database.ts';
import { findingOf, inPeriod, querySignal, type Signal } from './signal.ts';

/** Looks up each VIN of the carrier's reliable sightings and inspections with one index probe. */
export const vinUnderSeveralCarriers = querySignal({
  name: 'vin_under_several_carriers',
  title: 'A vehicle of this carrier was seen under other USDOT numbers',
  rule: 'A VIN in the carrier’s sightings or inspections is also in sightings, inspections or crashes of another carrier in the same period.',
  sql: `with own as materialized (
     select o.vin from observations o where o.usdot_number = $1 and o.type = 'Detection' and o.vin <> ''
       and not o.is_vin_imputed and not o.is_usdot_imputed and ${inPeriod}
     union
     select vin from carrier_units where usdot_number = $1 and is_power and insp_date between $2 and $3
     limit 2000
   ), elsewhere as (
     select o.vin, o.usdot_number, min(o.time_captured at time zone 'UTC')::date as first_seen,
       max(o.time_captured at time zone 'UTC')::date as last_seen, count(*) as times
     from own join observations o on o.vin = own.vin and o.vin <> ''
     where o.usdot_number not in (0, $1) and not o.is_usdot_imputed and length(o.vin) >= 11 and ${inPeriod}
     group by o.vin, o.usdot_number)
   select e.vin, e.usdot_number::text as usdot_number, coalesce(c.legal_name, '') as legal_name,
     e.first_seen, e.last_seen, e.times, count(*) over () as total
   from elsewhere e left join company_census c on c.usdot_number = e.usdot_number
   order by e.last_seen desc, e.vin, e.usdot_number`,
});

/** Sightings only. The states of the plates must be equal unless one is unknown. */
export const plateUnderSeveralCarriers = querySignal({
  name: 'plate_under_several_carriers',
  title: 'A plate of this carrier was seen under other USDOT numbers',
  rule: 'A plate in the carrier’s sightings was seen with another carrier’s number on the truck in the same period. Inferred numbers do not count.',
  sql: `with own as materialized (
     select distinct o.alpr_plate_number as plate, o.plate_state from observations o
     where o.usdot_number = $1 and o.type = 'Detection' and o.alpr_plate_number <> '' and not o.is_usdot_imputed
       and ${inPeriod} limit 2000
   ), elsewhere as (
     select o.alpr_plate_number as plate, o.plate_state, o.usdot_number,
       min(o.time_captured at time zone 'UTC')::date as first_seen,
       max(o.time_captured at time zone 'UTC')::date as last_seen, count(*) as times
     from own join observations o on o.alpr_plate_number = own.plate and o.alpr_plate_number <> ''
       and o.type = 'Detection'
     where o.usdot_number not in (0, $1) and not o.is_usdot_imputed
       and (o.plate_state = own.plate_state or o.plate_state = '' or own.plate_state = '') and ${inPeriod}
     group by 1, 2, 3)
   select e.plate as plate_number, e.plate_state, e.usdot_number::text as usdot_number,
     coalesce(c.legal_name, '') as legal_name, e.first_seen, e.last_seen, e.times, count(*) over () as total
   from elsewhere e left join company_census c on c.usdot_number = e.usdot_number
   order by e.last_seen desc, e.plate, e.usdot_number`,
});

/** At most 200 carriers with the same phone or address are checked: a number that hundreds share belongs to an agent. */
const sharingCarriers = statement(
  'signals.shared-with-revoked',
  `with own as materialized (
     select phone, lower(phy_street) as street, phy_zip, prior_revoke_usdot_number
     from company_census where usdot_number = $1
   ), alike as (
     select c.usdot_number, c.legal_name, 'phone' as shares, c.phone as value from own
     cross join lateral (select usdot_number, legal_name, phone from company_census n
       where n.phone = own.phone and length(own.phone) >= 7 and n.usdot_number <> $1 limit 200) c
     union all
     select c.usdot_number, c.legal_name, 'address', c.phy_street || ', ' || c.phy_zip from own
     cross join lateral (select usdot_number, legal_name, phy_street, phy_zip from company_census n
       where lower(n.phy_street) = own.street and n.phy_zip = own.phy_zip and n.usdot_number <> $1 limit 200) c
     union all
     select c.usdot_number, c.legal_name, 'prior revoked number', c.usdot_number::text from own
     join company_census c on c.usdot_number = own.prior_revoke_usdot_number and c.usdot_number <> $1
   ), judged as (
     select a.*,
       (select max(coalesce(r.effective_date, r.served_date)) from carrier_revocations r
        where r.usdot_number = a.usdot_number and coalesce(r.effective_date, r.served_date) <= $2
          and exists (select from carrier_authorities x
            where x.usdot_number = a.usdot_number and x.authority in ('common', 'contract', 'broker') and x.status = 'I')
       ) as revoked_on,
       (select max(o.oos_date) from out_of_service_orders o where o.usdot_number = a.usdot_number
          and o.oos_date <= $2 and (o.rescind_date is null or o.rescind_date > $2)) as out_of_service_since
     from alike a)
   select usdot_number::text as usdot_number, coalesce(legal_name, '') as legal_name, shares, value, revoked_on,
     out_of_service_since, count(*) over () as total
   from judged where revoked_on is not null or out_of_service_since is not null or shares = 'prior revoked number'
   order by coalesce(revoked_on, out_of_service_since) desc nulls last, usdot_number, shares
   limit ${MAX_EVIDENCE}`,
);

export const sharedWithRevokedCarrier: Signal = {
  name: 'shared_with_revoked_carrier',
  title: 'Shares an address or a phone with a revoked carrier',
  rule: 'Another carrier with the same phone, or the same street and ZIP, lost its authority or is under an out-of-service order; or the registration names a revoked predecessor.',
  find: async ({ db, usdotNumber, today }) => findingOf(await db.rows(sharingCarriers, [usdotNumber, today])),
};
