import { type Statement, statement } from '../../../db/database.ts';
import { findLegalNames } from '../../federal/legal-names.ts';
import { type Carriers, keyValues, sightingsWithKeys } from '../../observations/vehicles/look-up.ts';
import {
  daysBetween,
  type Evidence,
  type Finding,
  type FindSignal,
  isCarrierRead,
  isPlateRead,
  newest,
  periodOf,
  type SignalRequest,
} from './signal.ts';
import { IN_TURN_DAYS, MAX_CARRIERS_OF_VEHICLE, MIN_CHANGES_OF_CARRIER } from './signal-rules.ts';
import {
  compare,
  plateKey,
  readOwnPlates,
  readOwnVins,
  reliableRecords,
  type Seen,
  type SeenPlate,
  type SeenVehicle,
  seenDays,
  sightingsOf,
} from './vehicles.ts';

const MAX_PAIRS = 500;
const day = `(o.time_captured at time zone 'UTC')::date`;
/** The days of a vehicle with a carrier. */
const dayList = `array_agg(distinct ${day}::text) as days`;

const plate = `o.alpr_plate_number || ' ' || o.plate_state`;
const isPlate = `o.type = 'Detection' and ${isCarrierRead} and ${plate} = any($7::text[])`;
/** $1 to $6: keys. $7: plates with their states. */
const platesElsewhere = statement(
  'signals.plates-elsewhere',
  `${sightingsWithKeys(`${plate} as vehicle, o.usdot_number, ${seenDays}`)} and ${isPlate} group by 1, 2`,
  { isByKeys: true },
);
const plateDays = statement(
  'signals.plate-days',
  `${sightingsWithKeys(`${plate} as vehicle, o.usdot_number, ${dayList}`)} and ${isPlate} and ${isPlateRead} group by 1, 2`,
  { isByKeys: true },
);

/** A vehicle under another carrier. */
export type Elsewhere = Seen & { vehicle: string; usdot_number: number };
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

/** A change of carrier happened after a day and not later than another one. */
type Change = { after: string; until: string };

/** When the carrier of a vehicle changed, at least: on a day with both carriers, the order is not known. */
export function changesOfCarrier(ownDays: string[], otherDays: string[]): Change[] {
  const [own, other] = [new Set(ownDays), new Set(otherDays)];
  let last = null as { day: string; isOwn: boolean } | null;
  const changes: Change[] = [];
  for (const day of [...new Set([...ownDays, ...otherDays])].sort()) {
    const isBoth = own.has(day) && other.has(day);
    const isOwn: boolean = isBoth ? last?.isOwn !== true : own.has(day);
    if (last === null ? isBoth : isOwn !== last.isOwn) changes.push({ after: last?.day ?? day, until: day });
    last = { day, isOwn };
  }
  return changes;
}

/** Trip leases return after days or weeks, and the next one is months later. */
export function isInTurn(changes: Change[]): boolean {
  return changes.some(({ after }, n) => {
    const last = changes[n + MIN_CHANGES_OF_CARRIER - 1];
    return last !== undefined && daysBetween(after, last.until) <= IN_TURN_DAYS;
  });
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
    return isInTurn(changes) ? [{ own, other, times: otherDays.length, changes: changes.length }] : [];
  });
  if (found.length === 0) return [];
  const names = await findLegalNames(
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

/** How vehicles are identified. */
type Identifier<Own> = {
  /** Other carriers of the vehicles. */
  elsewhere: (request: SignalRequest, own: Own[]) => Promise<Elsewhere[]>;
  /** The days of the vehicles with these carriers. */
  days: (request: SignalRequest, own: Own[], carriers: number[]) => Promise<VehicleDays[]>;
  key: (own: Own) => string;
  shown: (own: Own) => Evidence;
};

async function underSeveralCarriers<Own extends Seen>(
  request: SignalRequest,
  seen: Own[],
  { elsewhere, days, key, shown }: Identifier<Own>,
): Promise<Finding | null> {
  if (seen.length === 0) return null;
  const { usdotNumber } = request;
  const others = await elsewhere(request, seen);
  const pairs = overlapping(new Map(seen.map((own) => [key(own), own])), others);
  if (pairs.length === 0) return null;
  const carriers = [...new Set([usdotNumber, ...pairs.map(({ other }) => other.usdot_number)])];
  const paired = [...new Set(pairs.map(({ own }) => own))];
  const listed = await days(request, paired, carriers);
  return newest(await alternating(request, pairs, listed, shown));
}

/** The days of the VINs with each carrier, in order. */
async function daysOfVins(
  request: SignalRequest,
  own: SeenVehicle[],
  carriers: Carriers,
): Promise<VehicleDays[]> {
  const vins = own.map(({ vin }) => vin);
  const records = await reliableRecords(request.db, vins, periodOf(request), carriers);
  const pairs = Map.groupBy(records, ({ vehicle, usdot_number }) => `${vehicle} ${usdot_number}`);
  return [...pairs.values()].map((seen) => {
    const days = new Set(seen.map(({ time_captured }) => time_captured.toISOString().slice(0, 10)));
    const { vehicle, usdot_number } = seen[0] as (typeof seen)[number];
    return { vehicle, usdot_number, days: [...days].sort() };
  });
}

/** The other carriers of the vehicles. */
export async function carriersOfVins(request: SignalRequest, own: SeenVehicle[]): Promise<Elsewhere[]> {
  const found = await daysOfVins(request, own, { except: request.usdotNumber });
  return found.map(({ vehicle, usdot_number, days }) => ({
    ...{ vehicle, usdot_number },
    ...{ first_seen: days[0] ?? '', last_seen: days.at(-1) ?? '' },
  }));
}
const byVin: Identifier<SeenVehicle> = {
  elsewhere: carriersOfVins,
  days: (request, own, carriers) => daysOfVins(request, own, { carriers }),
  key: ({ vin }) => vin,
  shown: ({ vin }) => ({ vin }),
};

/** Sightings with one of the plates, under carriers that fit. */
async function withPlates<Row extends object>(
  request: SignalRequest,
  rows: Statement,
  own: SeenPlate[],
  carriers: Carriers,
): Promise<Row[]> {
  const keys = await sightingsOf(request, 'plate', [...new Set(own.map(({ plate }) => plate))], carriers);
  if (keys.length === 0) return [];
  return request.db.rows<Row>(rows, [...keyValues(keys), own.map(plateKey)]);
}

/** The other carriers of the plates. */
export const carriersOfPlates = (request: SignalRequest, own: SeenPlate[]) =>
  withPlates<Elsewhere>(request, platesElsewhere, own, { except: request.usdotNumber });
const byPlate: Identifier<SeenPlate> = {
  elsewhere: carriersOfPlates,
  days: (request, own, carriers) => withPlates(request, plateDays, own, { carriers }),
  key: plateKey,
  shown: (seen) => ({ plate_number: seen.plate, plate_state: seen.plate_state }),
};

export const vinUnderSeveralCarriers: FindSignal = async (request) =>
  underSeveralCarriers(request, await readOwnVins(request), byVin);
export const plateUnderSeveralCarriers: FindSignal = async (request) =>
  underSeveralCarriers(request, await readOwnPlates(request), byPlate);
