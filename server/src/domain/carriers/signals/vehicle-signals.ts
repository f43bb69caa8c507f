import { type Statement, statement } from '../../../db/database.ts';
import { findLegalNames } from '../../federal/legal-names.ts';
import { ANY_CARRIER } from '../../observations/distribution.ts';
import { keyValues, sightingsWithKeys } from '../../observations/vehicles/look-up.ts';
import {
  daysBetween,
  type Evidence,
  type Finding,
  type FindSignal,
  inPeriod,
  isCarrierRead,
  isPlateRead,
  isVinRead,
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

/** One index probe for each VIN. $4: VINs. */
const vinsElsewhere = statement(
  'signals.vins-elsewhere',
  `select o.vin as vehicle, o.usdot_number, ${seenDays} from observations o
   where o.vin = any($4::text[]) and ${isVinRead} and o.usdot_number not in (0, $1) and ${isCarrierRead} and ${inPeriod}
   group by o.vin, o.usdot_number`,
  { allShards: ANY_CARRIER },
);
/** $1: carriers. $4: VINs. */
const vinDays = statement(
  'signals.vin-days',
  `select o.vin as vehicle, o.usdot_number, ${dayList} from observations o
   where o.usdot_number = any($1::bigint[]) and o.vin = any($4::text[]) and ${isVinRead} and ${isCarrierRead} and ${inPeriod}
   group by o.vin, o.usdot_number`,
);

const plate = `o.alpr_plate_number || ' ' || o.plate_state`;
const isPlate = `o.type = 'Detection' and ${isCarrierRead} and ${plate} = any($7::text[])`;
/** $1 to $6: keys. $7: plates with their states. */
const platesElsewhere = statement(
  'signals.plates-elsewhere',
  `${sightingsWithKeys(`${plate} as vehicle, o.usdot_number, ${seenDays}`)} and ${isPlate} group by 1, 2`,
);
const plateDays = statement(
  'signals.plate-days',
  `${sightingsWithKeys(`${plate} as vehicle, o.usdot_number, ${dayList}`)} and ${isPlate} and ${isPlateRead} group by 1, 2`,
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

const vinsOf = (own: SeenVehicle[]) => own.map(({ vin }) => vin);
/** The other carriers of the vehicles. */
export const carriersOfVins = (request: SignalRequest, own: SeenVehicle[]) =>
  request.db.rows<Elsewhere>(vinsElsewhere, [request.usdotNumber, ...periodOf(request), vinsOf(own)]);
const byVin: Identifier<SeenVehicle> = {
  elsewhere: carriersOfVins,
  days: (request, own, carriers) => request.db.rows(vinDays, [carriers, ...periodOf(request), vinsOf(own)]),
  key: ({ vin }) => vin,
  shown: ({ vin }) => ({ vin }),
};

/** Sightings with one of the plates, under carriers that fit. */
async function withPlates<Row extends object>(
  request: SignalRequest,
  rows: Statement,
  own: SeenPlate[],
  isWanted: (carrier: number) => boolean,
): Promise<Row[]> {
  const found = await sightingsOf(request, 'plate', [...new Set(own.map(({ plate }) => plate))]);
  const keys = found.filter(({ usdot_number }) => isWanted(usdot_number));
  if (keys.length === 0) return [];
  return request.db.rows<Row>(rows, [...keyValues(keys), own.map(plateKey)]);
}

/** The other carriers of the plates. */
export const carriersOfPlates = (request: SignalRequest, own: SeenPlate[]) =>
  withPlates<Elsewhere>(
    request,
    platesElsewhere,
    own,
    (carrier) => carrier !== 0 && carrier !== request.usdotNumber,
  );
const byPlate: Identifier<SeenPlate> = {
  elsewhere: carriersOfPlates,
  days: (request, own, carriers) =>
    withPlates(request, plateDays, own, (carrier) => carriers.includes(carrier)),
  key: plateKey,
  shown: (seen) => ({ plate_number: seen.plate, plate_state: seen.plate_state }),
};

export const vinUnderSeveralCarriers: FindSignal = async (request) =>
  underSeveralCarriers(request, await readOwnVins(request), byVin);
export const plateUnderSeveralCarriers: FindSignal = async (request) =>
  underSeveralCarriers(request, await readOwnPlates(request), byPlate);
