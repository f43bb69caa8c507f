import { statement } from '../../../db/database.ts';
import { MAX_CARRIERS_OF_VEHICLE, MIN_CHANGES_OF_CARRIER, MIN_TRANSFERRED } from './rules.ts';
import {
  dayStart,
  type Evidence,
  type FindSignal,
  inPeriod,
  isCarrierRead,
  isPlateRead,
  isVinRead,
  lossOf,
  newest,
  periodOf,
  readLegalNames,
  type SignalRequest,
} from './signal.ts';
import {
  compare,
  isOneOfPlates,
  plateKey,
  readOwnPlates,
  readOwnVins,
  type Seen,
  seenDays,
} from './vehicles.ts';

const MAX_PAIRS = 500;
const day = `(o.time_captured at time zone 'UTC')::date`;
/** The days of a vehicle with a carrier. */
const dayList = `array_agg(distinct ${day}::text) as days`;

/** One index probe for each VIN. $4: VINs. */
const vinsElsewhere = statement(
  'signals.vins-elsewhere',
  `select o.vin as vehicle, o.usdot_number, ${seenDays} from observations o
   where o.vin = any($4::text[]) and ${isVinRead} and o.usdot_number not in (0, $1) and ${isCarrierRead} and ${inPeriod}
   group by o.vin, o.usdot_number`,
);
/** $1: carriers. $4: VINs. */
const vinDays = statement(
  'signals.vin-days',
  `select o.vin as vehicle, o.usdot_number, ${dayList} from observations o
   where o.usdot_number = any($1::bigint[]) and o.vin = any($4::text[]) and ${isVinRead} and ${isCarrierRead} and ${inPeriod}
   group by o.vin, o.usdot_number`,
);

const plate = `o.alpr_plate_number || ' ' || o.plate_state`;
const isPlate = `${isOneOfPlates('$4', '$5')} and o.type = 'Detection' and ${isCarrierRead} and ${inPeriod}`;
/** One index probe for each plate. $4: plates. $5: plates with their states. */
const platesElsewhere = statement(
  'signals.plates-elsewhere',
  `select ${plate} as vehicle, o.usdot_number, ${seenDays} from observations o
   where ${isPlate} and o.usdot_number not in (0, $1) group by 1, 2`,
);
const plateDays = statement(
  'signals.plate-days',
  `select ${plate} as vehicle, o.usdot_number, ${dayList} from observations o
   where o.usdot_number = any($1::bigint[]) and ${isPlate} and ${isPlateRead} group by 1, 2`,
);

/** A vehicle under another carrier. */
type Elsewhere = Seen & { vehicle: string; usdot_number: number };
type Pair<Own> = { own: Own; other: Elsewhere };
type VehicleDays = { vehicle: string; usdot_number: number; days: string[] };

/** The other carriers of a vehicle whose days overlap those of this carrier, without rented vehicles, last seen first. */
function overlapping<Own extends Seen>(own: Map<string, Own>, elsewhere: Elsewhere[]): Pair<Own>[] {
  return [...Map.groupBy(elsewhere, ({ vehicle }) => vehicle)]
    .flatMap(([vehicle, carriers]) => {
      const mine = own.get(vehicle);
      return mine && carriers.length < MAX_CARRIERS_OF_VEHICLE
        ? carriers.map((other) => ({ own: mine, other }))
        : [];
    })
    .filter(
      (pair) => pair.other.first_seen < pair.own.last_seen && pair.other.last_seen > pair.own.first_seen,
    )
    .sort(
      ({ other: a }, { other: b }) =>
        compare(b.last_seen, a.last_seen) || compare(a.vehicle, b.vehicle) || a.usdot_number - b.usdot_number,
    )
    .slice(0, MAX_PAIRS);
}

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

/** The pairs of carriers between which a vehicle alternates. */
async function alternating<Own extends Seen>(
  { db, usdotNumber }: SignalRequest,
  pairs: Pair<Own>[],
  listed: VehicleDays[],
  shown: (own: Own) => Evidence,
): Promise<Evidence[]> {
  const key = (vehicle: string, carrier: number) => `${carrier} ${vehicle}`;
  const days = new Map(listed.map((one) => [key(one.vehicle, one.usdot_number), one.days]));
  const found = pairs.flatMap(({ own, other }) => {
    const ownDays = days.get(key(other.vehicle, usdotNumber)) ?? [];
    const otherDays = days.get(key(other.vehicle, other.usdot_number)) ?? [];
    const changes = changesOfCarrier(ownDays, otherDays);
    return changes >= MIN_CHANGES_OF_CARRIER ? [{ own, other, times: otherDays.length, changes }] : [];
  });
  if (found.length === 0) return [];
  const names = await readLegalNames(
    db,
    found.map(({ other }) => other.usdot_number),
  );
  return found.map(({ own, other, times, changes }) => ({
    ...shown(own),
    usdot_number: String(other.usdot_number),
    legal_name: names.get(other.usdot_number) ?? '',
    first_seen: other.first_seen,
    last_seen: other.last_seen,
    own_first_seen: own.first_seen,
    own_last_seen: own.last_seen,
    times,
    changes_of_carrier: changes,
  }));
}

const carriersOf = (usdotNumber: number, pairs: Pair<Seen>[]) => [
  ...new Set([usdotNumber, ...pairs.map(({ other }) => other.usdot_number)]),
];

export const vinUnderSeveralCarriers: FindSignal = async (request) => {
  const { db, usdotNumber } = request;
  const own = new Map((await readOwnVins(request)).map((vehicle) => [vehicle.vin, vehicle]));
  if (own.size === 0) return null;
  const period = periodOf(request);
  const elsewhere = await db.rows<Elsewhere>(vinsElsewhere, [usdotNumber, ...period, [...own.keys()]]);
  const pairs = overlapping(own, elsewhere);
  if (pairs.length === 0) return null;
  const vins = [...new Set(pairs.map(({ own: { vin } }) => vin))];
  const days = await db.rows<VehicleDays>(vinDays, [carriersOf(usdotNumber, pairs), ...period, vins]);
  return newest(await alternating(request, pairs, days, ({ vin }) => ({ vin })));
};

export const plateUnderSeveralCarriers: FindSignal = async (request) => {
  const { db, usdotNumber } = request;
  const own = new Map((await readOwnPlates(request)).map((seen) => [plateKey(seen), seen]));
  if (own.size === 0) return null;
  const period = periodOf(request);
  const plates = [...own.values()].map((seen) => seen.plate);
  const elsewhere = await db.rows<Elsewhere>(platesElsewhere, [
    ...[usdotNumber, ...period, plates],
    [...own.keys()],
  ]);
  const pairs = overlapping(own, elsewhere);
  if (pairs.length === 0) return null;
  const days = await db.rows<VehicleDays>(plateDays, [
    ...[carriersOf(usdotNumber, pairs), ...period],
    pairs.map((pair) => pair.own.plate),
    pairs.map((pair) => pair.other.vehicle),
  ]);
  const shown = (seen: { plate: string; plate_state: string }) => ({
    plate_number: seen.plate,
    plate_state: seen.plate_state,
  });
  return newest(await alternating(request, pairs, days, shown));
};

const DAYS_BEFORE = 730;

/** The carriers of each VIN before a time, with the last time of each. $1: VINs. $4: the times. */
const carriersBefore = statement(
  'signals.carriers-before',
  `select o.vin, o.usdot_number, to_char(max(o.time_captured) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as last_time
   from unnest($1::text[], $4::timestamptz[]) as own (vin, first_time)
   join observations o on o.vin = own.vin and o.time_captured < own.first_time
   where ${isVinRead} and o.usdot_number <> 0 and ${isCarrierRead} and ${inPeriod}
   group by o.vin, o.usdot_number`,
);

/** $1 to $4: VINs, the first day of each with this carrier, its carrier before, and the last day there. $5: the last day. */
const transferred = statement(
  'signals.vin_from_revoked_carrier',
  `with before as materialized (
     select * from unnest($1::text[], $2::date[], $3::bigint[], $4::date[]) as b (vin, first_seen, usdot_number, last_seen)
   ), lost as materialized (
     select s.usdot_number, loss.* from (select distinct usdot_number from before) s
     cross join lateral (${lossOf('s.usdot_number', '$5')}) loss
   )
   select b.vin, b.usdot_number::text as usdot_number, coalesce(c.legal_name, '') as legal_name,
     b.last_seen as last_seen_there, b.first_seen as first_seen_here, l.revoked_on, l.out_of_service_since,
     count(*) over (partition by b.usdot_number)::int as vehicles
   from before b join lost l using (usdot_number) left join company_census c on c.usdot_number = b.usdot_number
   where coalesce(l.revoked_on, l.out_of_service_since) between b.last_seen - 365 and b.first_seen + 365
     or l.out_of_service_since between b.last_seen - 365 and b.first_seen + 365
   order by b.first_seen desc, b.vin`,
);

/** $1: carriers. $4: VINs. */
const platesOfVins = statement(
  'signals.plates-of-vins',
  `select o.vin, o.usdot_number,
     array_agg(distinct upper(regexp_replace(o.alpr_plate_number, '[^A-Za-z0-9]', '', 'g')) || ' ' || o.plate_state) as plates
   from observations o
   where o.usdot_number = any($1::bigint[]) and o.vin = any($4::text[]) and ${isVinRead} and ${isCarrierRead}
     and o.alpr_plate_number <> '' and o.plate_state <> '' and ${isPlateRead} and ${inPeriod}
   group by o.vin, o.usdot_number`,
);

type Transferred = Evidence & { vin: string; usdot_number: string; vehicles: number };

/** The plates that the vehicles had with the other carrier and have with this one, by VIN. */
async function readKeptPlates(
  { db, usdotNumber }: SignalRequest,
  vehicles: Transferred[],
  period: [string, string],
): Promise<Map<string, string>> {
  if (vehicles.length === 0) return new Map();
  const carriers = [usdotNumber, ...vehicles.map((one) => Number(one.usdot_number))];
  const rows = await db.rows<{ vin: string; usdot_number: number; plates: string[] }>(platesOfVins, [
    ...[carriers, ...period, vehicles.map(({ vin }) => vin)],
  ]);
  const platesOf = (vin: string, carrier: number) =>
    rows.find((row) => row.vin === vin && row.usdot_number === carrier)?.plates ?? [];
  return new Map(
    vehicles.flatMap(({ vin, usdot_number }) => {
      const there = new Set(platesOf(vin, Number(usdot_number)));
      const kept = platesOf(vin, usdotNumber).find((one) => there.has(one));
      return kept === undefined ? [] : [[vin, kept] as const];
    }),
  );
}

/**
 * For each VIN, the carrier of the last record before the first one with this carrier. A used truck gets the plate of its new
 * owner, so one that keeps its plate has the same owner.
 */
export const vinFromRevokedCarrier: FindSignal = async (request) => {
  const { db, usdotNumber, since, today } = request;
  const own = await readOwnVins(request);
  if (own.length === 0) return null;
  const firstTimes = own.map(({ first_seen }) => dayStart(first_seen));
  const carriers = await db.rows<{ vin: string; usdot_number: number; last_time: string }>(carriersBefore, [
    own.map(({ vin }) => vin),
    dayStart(since, -DAYS_BEFORE),
    firstTimes.reduce((a, b) => (a > b ? a : b)),
    firstTimes,
  ]);
  const last = new Map<string, (typeof carriers)[number]>();
  for (const carrier of carriers) {
    if (carrier.last_time > (last.get(carrier.vin)?.last_time ?? '')) last.set(carrier.vin, carrier);
  }
  const before = own.flatMap(({ vin, first_seen }) => {
    const carrier = last.get(vin);
    return carrier && carrier.usdot_number !== usdotNumber ? [{ first_seen, ...carrier }] : [];
  });
  if (before.length === 0) return null;
  const found = await db.rows<Transferred>(transferred, [
    before.map(({ vin }) => vin),
    before.map(({ first_seen }) => first_seen),
    before.map(({ usdot_number }) => usdot_number),
    before.map(({ last_time }) => last_time.slice(0, 10)),
    today,
  ]);
  const period: [string, string] = [dayStart(since, -DAYS_BEFORE), dayStart(today, 1)];
  const kept = await readKeptPlates(request, found, period);
  return newest(
    found.flatMap(({ vehicles, ...row }) =>
      vehicles >= MIN_TRANSFERRED || kept.has(row.vin)
        ? [{ ...row, kept_plate: kept.get(row.vin) ?? '' }]
        : [],
    ),
  );
};
