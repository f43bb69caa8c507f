import { statement } from '../../../db/database.ts';
import { MAX_CARRIERS_OF_VEHICLE, MIN_CHANGES_OF_CARRIER, MIN_TRANSFERRED } from './rules.ts';
import {
  type Evidence,
  type FindSignal,
  findingOf,
  inPeriod,
  isCarrierRead,
  isKnownVinRead,
  isPlateRead,
  isVinRead,
  lossOf,
  newest,
} from './signal.ts';

const MAX_VEHICLES = 2_000;
const MAX_PAIRS = 500;
const day = `(o.time_captured at time zone 'UTC')::date`;
const seenDays = `min(${day}) as first_seen, max(${day}) as last_seen`;

/** The VINs of the carrier's reliable sightings and of its inspections in the period. */
const ownVins = `
  select vin, min(first_seen) as first_seen, max(last_seen) as last_seen from (
    select o.vin, ${seenDays} from observations o
    where o.usdot_number = $1 and o.type = 'Detection' and ${isVinRead} and ${isCarrierRead} and ${inPeriod}
    group by o.vin
    union all
    select vin, min(insp_date), max(insp_date) from carrier_units
    where usdot_number = $1 and is_power and has_valid_check_digit(vin) and insp_date between $2 and $3 group by vin) v
  group by vin order by last_seen desc limit ${MAX_VEHICLES}`;

/**
 * The other carriers of a vehicle whose days overlap those of this carrier, without rented vehicles. `own` and `elsewhere`
 * have the vehicle, first_seen and last_seen.
 */
const overlapping = (same: string, vehicle: string) => `
  select e.*, o.first_seen as own_first_seen, o.last_seen as own_last_seen
  from (select *, count(*) over (partition by ${vehicle}) as carriers from elsewhere) e join own o on ${same}
  where e.first_seen < o.last_seen and e.last_seen > o.first_seen and e.carriers < ${MAX_CARRIERS_OF_VEHICLE}
  order by e.last_seen desc limit ${MAX_PAIRS}`;

/** The days of the vehicle with a carrier; `condition` selects the records of the vehicle. */
const daysOf = (condition: string, usdotNumber: string) => `(
  select array_agg(distinct ${day}::text) from observations o
  where ${condition} and o.usdot_number = ${usdotNumber} and ${isCarrierRead} and ${inPeriod})`;

const isVin = `o.vin = e.vin and ${isKnownVinRead}`;
const vins = statement(
  'signals.vin_under_several_carriers',
  `with own as materialized (${ownVins}
   ), elsewhere as (
     select own.vin, e.* from own cross join lateral (
       select o.usdot_number, ${seenDays} from observations o
       where o.vin = own.vin and ${isKnownVinRead} and o.usdot_number not in (0, $1) and ${isCarrierRead} and ${inPeriod}
       group by o.usdot_number) e
   ), found as materialized (${overlapping('o.vin = e.vin', 'vin')})
   select e.vin, e.usdot_number::text as usdot_number, coalesce(c.legal_name, '') as legal_name,
     e.first_seen, e.last_seen, e.own_first_seen, e.own_last_seen,
     ${daysOf(isVin, '$1')} as own_days, ${daysOf(isVin, 'e.usdot_number')} as other_days
   from found e left join company_census c on c.usdot_number = e.usdot_number
   order by e.last_seen desc, e.vin, e.usdot_number`,
);

const isPlate = `o.alpr_plate_number = e.plate and o.alpr_plate_number <> '' and o.type = 'Detection'
  and o.plate_state = e.plate_state`;
/** Sightings only. The same characters in two states are two plates. */
const plates = statement(
  'signals.plate_under_several_carriers',
  `with own as materialized (
     select o.alpr_plate_number as plate, o.plate_state, ${seenDays} from observations o
     where o.usdot_number = $1 and o.type = 'Detection' and o.alpr_plate_number <> '' and o.plate_state <> ''
       and ${isCarrierRead} and ${inPeriod} group by 1, 2 order by max(o.time_captured) desc limit ${MAX_VEHICLES}
   ), elsewhere as (
     select own.plate, own.plate_state, e.* from own cross join lateral (
       select o.usdot_number, ${seenDays} from observations o
       where o.alpr_plate_number = own.plate and o.alpr_plate_number <> '' and o.plate_state = own.plate_state
         and o.type = 'Detection' and o.usdot_number not in (0, $1) and ${isCarrierRead} and ${inPeriod}
       group by o.usdot_number) e
   ), found as materialized (${overlapping('o.plate = e.plate and o.plate_state = e.plate_state', 'plate, plate_state')})
   select e.plate as plate_number, e.plate_state, e.usdot_number::text as usdot_number,
     coalesce(c.legal_name, '') as legal_name, e.first_seen, e.last_seen, e.own_first_seen, e.own_last_seen,
     ${daysOf(`${isPlate} and ${isPlateRead}`, '$1')} as own_days,
     ${daysOf(`${isPlate} and ${isPlateRead}`, 'e.usdot_number')} as other_days
   from found e left join company_census c on c.usdot_number = e.usdot_number
   order by e.last_seen desc, e.plate, e.usdot_number`,
);

type Shared = Evidence & { own_days: string[] | null; other_days: string[] | null };

/** How often the carrier of a vehicle changed, at least: on a day with both carriers, the order is not known. */
export function changesOfCarrier(ownDays: string[], otherDays: string[]): number {
  const [own, other] = [new Set(ownDays), new Set(otherDays)];
  let current: 'own' | 'other' | null = null;
  let changes = 0;
  for (const one of [...new Set([...ownDays, ...otherDays])].sort()) {
    const isBoth = own.has(one) && other.has(one);
    const next: 'own' | 'other' = isBoth
      ? current === 'own'
        ? 'other'
        : 'own'
      : own.has(one)
        ? 'own'
        : 'other';
    if (current !== null && next !== current) changes++;
    else if (current === null && isBoth) changes++;
    current = next;
  }
  return changes;
}

function alternating(rows: Shared[]): Evidence[] {
  return rows.flatMap(({ own_days, other_days, ...row }) => {
    const changes = changesOfCarrier(own_days ?? [], other_days ?? []);
    return changes >= MIN_CHANGES_OF_CARRIER
      ? [{ ...row, times: other_days?.length ?? 0, changes_of_carrier: changes }]
      : [];
  });
}

export const vinUnderSeveralCarriers: FindSignal = async ({ db, usdotNumber, since, today }) =>
  newest(alternating(await db.rows<Shared>(vins, [usdotNumber, since, today])));

export const plateUnderSeveralCarriers: FindSignal = async ({ db, usdotNumber, since, today }) =>
  newest(alternating(await db.rows<Shared>(plates, [usdotNumber, since, today])));

/** For each VIN, the carrier of the last record before the first one with this carrier. */
const transferred = statement(
  'signals.vin_from_revoked_carrier',
  `with own as materialized (${ownVins}
   ), before as materialized (
     select own.vin, own.first_seen, p.usdot_number, p.last_seen from own
     cross join lateral (
       select o.usdot_number, ${day} as last_seen from observations o
       where o.vin = own.vin and ${isKnownVinRead} and o.usdot_number <> 0 and ${isCarrierRead}
         and o.time_captured >= ($2::date - 730)::timestamp at time zone 'UTC'
         and ${day} < own.first_seen
       order by o.time_captured desc limit 1) p
     where p.usdot_number <> $1
   ), several as materialized (
     select usdot_number from before group by 1 having count(*) >= ${MIN_TRANSFERRED}
   ), lost as materialized (
     select s.usdot_number, loss.* from several s cross join lateral (${lossOf('s.usdot_number', '$3')}) loss
   ), found as (
     select b.*, l.revoked_on, l.out_of_service_since, count(*) over (partition by b.usdot_number) as vehicles
     from before b join lost l using (usdot_number)
     where coalesce(l.revoked_on, l.out_of_service_since) between b.last_seen - 365 and b.first_seen + 365
       or l.out_of_service_since between b.last_seen - 365 and b.first_seen + 365)
   select f.vin, f.usdot_number::text as usdot_number, coalesce(c.legal_name, '') as legal_name,
     f.last_seen as last_seen_there, f.first_seen as first_seen_here, f.revoked_on, f.out_of_service_since,
     count(*) over () as total
   from found f left join company_census c on c.usdot_number = f.usdot_number
   where f.vehicles >= ${MIN_TRANSFERRED} order by f.first_seen desc, f.vin limit 50`,
);

export const vinFromRevokedCarrier: FindSignal = async ({ db, usdotNumber, since, today }) =>
  findingOf(await db.rows(transferred, [usdotNumber, since, today]));
