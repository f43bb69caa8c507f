import { MAX_EVIDENCE } from '../../../contract/signals.ts';
import { statement } from '../../../db/database.ts';
import { findingOf, inPeriod, isCarrierRead, isVinRead, querySignal, type Signal } from './signal.ts';

/** A vehicle under more carriers than this is rented. */
const MAX_CARRIERS_OF_VEHICLE = 3;

/**
 * The carriers of a vehicle whose days overlap those of this carrier: a vehicle that is first seen with the other carrier
 * after it was last seen with this one was sold. `own` and `elsewhere` have the vehicle, first_seen and last_seen.
 */
const overlapping = (same: string, vehicle: string) => `
  select e.*, o.first_seen as own_first_seen, o.last_seen as own_last_seen
  from (select *, count(*) over (partition by ${vehicle}) as carriers from elsewhere) e join own o on ${same}
  where e.first_seen <= o.last_seen and e.last_seen >= o.first_seen and e.carriers < ${MAX_CARRIERS_OF_VEHICLE}`;

const seenDays = `min(o.time_captured at time zone 'UTC')::date as first_seen,
  max(o.time_captured at time zone 'UTC')::date as last_seen`;

/** Looks up each VIN of the carrier's reliable sightings and inspections with one index probe. */
export const vinUnderSeveralCarriers = querySignal({
  name: 'vin_under_several_carriers',
  title: 'A vehicle of this carrier was seen under other USDOT numbers',
  rule: 'A VIN in the carrier’s sightings or inspections is also in records of one or two other carriers, before the carrier’s last and after its first record of it. Inferred numbers and VINs with a wrong check digit do not count.',
  sql: `with own as materialized (
     select vin, min(first_seen) as first_seen, max(last_seen) as last_seen from (
       select o.vin, ${seenDays} from observations o
       where o.usdot_number = $1 and o.type = 'Detection' and ${isVinRead} and ${isCarrierRead} and ${inPeriod}
       group by o.vin
       union all
       select vin, min(insp_date), max(insp_date) from carrier_units
       where usdot_number = $1 and is_power and has_valid_check_digit(vin) and insp_date between $2 and $3 group by vin) v
     group by vin limit 2000
   ), elsewhere as (
     select o.vin, o.usdot_number, ${seenDays}, count(*) as times
     from own join observations o on o.vin = own.vin and ${isVinRead}
     where o.usdot_number not in (0, $1) and ${isCarrierRead} and ${inPeriod}
     group by o.vin, o.usdot_number
   ), found as (${overlapping('o.vin = e.vin', 'vin')})
   select e.vin, e.usdot_number::text as usdot_number, coalesce(c.legal_name, '') as legal_name,
     e.first_seen, e.last_seen, e.own_first_seen, e.own_last_seen, e.times, count(*) over () as total
   from found e left join company_census c on c.usdot_number = e.usdot_number
   order by e.last_seen desc, e.vin, e.usdot_number`,
});

/** Sightings only. The same characters in two states are two plates. */
export const plateUnderSeveralCarriers = querySignal({
  name: 'plate_under_several_carriers',
  title: 'A plate of this carrier was seen under other USDOT numbers',
  rule: 'A plate and state in the carrier’s sightings was also seen with the number of one or two other carriers, before the carrier’s last and after its first sighting of it. Inferred numbers do not count.',
  sql: `with own as materialized (
     select o.alpr_plate_number as plate, o.plate_state, ${seenDays} from observations o
     where o.usdot_number = $1 and o.type = 'Detection' and o.alpr_plate_number <> '' and o.plate_state <> ''
       and ${isCarrierRead} and ${inPeriod} group by 1, 2 limit 2000
   ), elsewhere as (
     select o.alpr_plate_number as plate, o.plate_state, o.usdot_number, ${seenDays}, count(*) as times
     from own join observations o on o.alpr_plate_number = own.plate and o.alpr_plate_number <> ''
       and o.type = 'Detection' and o.plate_state = own.plate_state
     where o.usdot_number not in (0, $1) and ${isCarrierRead} and ${inPeriod}
     group by 1, 2, 3
   ), found as (${overlapping('o.plate = e.plate and o.plate_state = e.plate_state', 'plate, plate_state')})
   select e.plate as plate_number, e.plate_state, e.usdot_number::text as usdot_number,
     coalesce(c.legal_name, '') as legal_name, e.first_seen, e.last_seen, e.own_first_seen, e.own_last_seen, e.times,
     count(*) over () as total
   from found e left join company_census c on c.usdot_number = e.usdot_number
   order by e.last_seen desc, e.plate, e.usdot_number`,
});

/** A phone or address that more carriers share belongs to an agent or a shared office and says nothing. */
const MAX_SHARING = 10;

const sharingCarriers = statement(
  'signals.shared-with-revoked',
  `with own as materialized (
     select phone, lower(phy_street) as street, phy_zip, prior_revoke_usdot_number
     from company_census where usdot_number = $1
   ), alike as (
     select c.usdot_number, c.legal_name, 'phone' as shares, c.phone as value from own
     cross join lateral (select usdot_number, legal_name, phone from company_census n
       where n.phone = own.phone and length(own.phone) >= 7 and n.usdot_number <> $1 limit ${MAX_SHARING + 1}) c
     union all
     select c.usdot_number, c.legal_name, 'address', c.phy_street || ', ' || c.phy_zip from own
     cross join lateral (select usdot_number, legal_name, phy_street, phy_zip from company_census n
       where lower(n.phy_street) = own.street and n.phy_zip = own.phy_zip and n.usdot_number <> $1 limit ${MAX_SHARING + 1}) c
     union all
     select c.usdot_number, c.legal_name, 'prior revoked number', c.usdot_number::text from own
     join company_census c on c.usdot_number = own.prior_revoke_usdot_number and c.usdot_number <> $1
   ), counted as (
     select *, count(*) over (partition by shares) as sharing from alike
   ), judged as (
     select a.*,
       (select max(coalesce(r.effective_date, r.served_date)) from carrier_revocations r
        where r.usdot_number = a.usdot_number and coalesce(r.effective_date, r.served_date) <= $2
          and exists (select from carrier_authorities x
            where x.usdot_number = a.usdot_number and x.authority in ('common', 'contract', 'broker') and x.status = 'I')
       ) as revoked_on,
       (select max(o.oos_date) from out_of_service_orders o where o.usdot_number = a.usdot_number
          and o.oos_date <= $2 and (o.rescind_date is null or o.rescind_date > $2)) as out_of_service_since
     from counted a where a.sharing <= ${MAX_SHARING})
   select usdot_number::text as usdot_number, coalesce(legal_name, '') as legal_name, shares, value, revoked_on,
     out_of_service_since, count(*) over () as total
   from judged where revoked_on is not null or out_of_service_since is not null or shares = 'prior revoked number'
   order by coalesce(revoked_on, out_of_service_since) desc nulls last, usdot_number, shares
   limit ${MAX_EVIDENCE}`,
);

export const sharedWithRevokedCarrier: Signal = {
  name: 'shared_with_revoked_carrier',
  title: 'Shares an address or a phone with a revoked carrier',
  rule: 'Another carrier with the same phone, or the same street and ZIP, lost its authority or is under an out-of-service order; or the registration names a revoked predecessor. A phone or address of more than ten other carriers does not count.',
  find: async ({ db, usdotNumber, today }) => findingOf(await db.rows(sharingCarriers, [usdotNumber, today])),
};
