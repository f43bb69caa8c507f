import { type Db, type Statement, statement } from '../../../db/database.ts';
import {
  type Carriers,
  findTypedVins,
  lookUpVehicles,
  recordsOfVins,
  sightingsWithKeys,
  type VehicleKey,
  type VinRecord,
} from '../../observations/vehicles/look-up.ts';
import {
  hasValidCheckDigit,
  inPeriod,
  isCarrierRead,
  isVinRead,
  periodOf,
  type SignalRequest,
} from './signal.ts';

export type Seen = { first_seen: string; last_seen: string };
export type SeenVehicle = Seen & { vin: string; times: number };

/** The first and last day on which `o` was seen. */
export const seenDays = `(min(o.time_captured) at time zone 'UTC')::date as first_seen,
  (max(o.time_captured) at time zone 'UTC')::date as last_seen`;

const inspected = statement(
  'signals.inspected-vehicles',
  `select vin, min(insp_date) as first_seen, max(insp_date) as last_seen, count(*) as times from carrier_units
   where usdot_number = $1 and is_power and insp_date between $2 and $3 group by vin`,
);

/** Power units in inspections, last seen first. */
export async function readInspected({
  db,
  usdotNumber,
  since,
  today,
}: SignalRequest): Promise<SeenVehicle[]> {
  const rows = await db.rows<SeenVehicle>(inspected, [usdotNumber, since, today]);
  return rows.filter(hasValidCheckDigit).sort(lastSeenFirst);
}

/** Condition on `o`. $4: the sightings whose VIN a person typed. */
export const isNotTyped = 'o.id <> all($4::bigint[])';

const sightedWith = (name: string, isRead: string) =>
  statement(
    name,
    `select o.vin, ${seenDays}, count(*) as times from observations o
     where o.usdot_number = $1 and ${isRead} and ${isCarrierRead} and ${inPeriod} and ${isNotTyped} group by o.vin`,
  );
const sighted = sightedWith('signals.sighted-vehicles', `o.vin_ocr_score = 'High' and ${isVinRead}`);
/** A right check digit makes up for some doubt. */
const sightedWithDoubt = sightedWith(
  'signals.sighted-vehicles-with-doubt',
  `o.vin <> '' and not o.is_vin_imputed and o.vin_ocr_score in ('High', 'Medium')`,
);

/**
 * Power units in inspections and in sightings of the carrier with high confidence, last seen first. With `acceptsDoubt`, the
 * confidence of a VIN may be medium.
 */
export function readVehicles(request: SignalRequest, acceptsDoubt = false): Promise<SeenVehicle[]> {
  return readMerged(request, acceptsDoubt ? sightedWithDoubt : sighted);
}

/** Vehicles of a carrier that are looked up under others. */
const MAX_VEHICLES = 2_000;
/** Misread VINs are removed afterward. */
const MAX_VINS = 10_000;

const ownVins = statement(
  'signals.own-vins',
  `select o.vin, ${seenDays}, count(*) as times from observations o
   where o.usdot_number = $1 and o.type = 'Detection' and ${isVinRead} and ${isCarrierRead} and ${inPeriod}
     and ${isNotTyped}
   group by o.vin order by last_seen desc limit ${MAX_VINS}`,
);

/** The VINs of the carrier's reliable sightings and of its inspections in the period, last seen first. */
export async function readOwnVins(request: SignalRequest): Promise<SeenVehicle[]> {
  return (await readMerged(request, ownVins)).slice(0, MAX_VEHICLES);
}

/** Inspections and sightings. One entry for each VIN, last seen first. */
async function readMerged(request: SignalRequest, sightings: Statement): Promise<SeenVehicle[]> {
  const { db, usdotNumber } = request;
  const period = periodOf(request);
  const [ofInspections, typed] = await Promise.all([
    readInspected(request),
    findTypedVins(db, usdotNumber, period),
  ]);
  const ofSightings = await db.rows<SeenVehicle>(sightings, [usdotNumber, ...period, typed]);
  const vehicles = new Map<string, SeenVehicle>();
  for (const vehicle of [...ofInspections, ...ofSightings.filter(hasValidCheckDigit)]) {
    const known = vehicles.get(vehicle.vin);
    if (!known) vehicles.set(vehicle.vin, vehicle);
    else {
      if (vehicle.first_seen < known.first_seen) known.first_seen = vehicle.first_seen;
      if (vehicle.last_seen > known.last_seen) known.last_seen = vehicle.last_seen;
      known.times += vehicle.times;
    }
  }
  return [...vehicles.values()].sort(lastSeenFirst);
}

const lastSeenFirst = (a: SeenVehicle, b: SeenVehicle) =>
  compare(b.last_seen, a.last_seen) || compare(a.vin, b.vin);

export function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export type SeenPlate = Seen & { plate: string; plate_state: string };

const ownPlates = statement(
  'signals.own-plates',
  `select o.alpr_plate_number as plate, o.plate_state, ${seenDays} from observations o
   where o.usdot_number = $1 and o.type = 'Detection' and o.alpr_plate_number <> '' and o.plate_state <> ''
     and ${isCarrierRead} and ${inPeriod} group by 1, 2 order by max(o.time_captured) desc limit ${MAX_VEHICLES}`,
);

/** Sightings only. The same characters in two states are two plates. */
export function readOwnPlates(request: SignalRequest): Promise<SeenPlate[]> {
  return request.db.rows<SeenPlate>(ownPlates, [request.usdotNumber, ...periodOf(request)]);
}

export const plateKey = ({ plate, plate_state }: Pick<SeenPlate, 'plate' | 'plate_state'>) =>
  `${plate} ${plate_state}`;
/** The newest sightings of vehicles that are compared. */
const MAX_SIGHTINGS = 20_000;

/**
 * The keys of sightings with one of the values in the period, under any carrier. What a person typed counts in one organization
 * only, and in no signal.
 */
export function sightingsOf(
  request: SignalRequest,
  kind: 'vin' | 'plate',
  values: string[],
  carriers: Carriers = {},
): Promise<VehicleKey[]> {
  const [from, to] = periodOf(request);
  const most = MAX_SIGHTINGS;
  return lookUpVehicles(request.db, kind, values, { viewerId: NOBODY, from, to, most, ...carriers });
}
const NOBODY = 0;

/** $1 to $6: keys. */
const isReliable = statement(
  'signals.reliable-vins',
  `${sightingsWithKeys('o.id, o.vin')} and ${isVinRead} and ${isCarrierRead}`,
  { isByKeys: true },
);

/** The records of VINs under known carriers in a period: both numbers are on record, or were read with high confidence. */
export const reliableRecords = (
  db: Db,
  vins: string[],
  period: [from: string, to: string],
  carriers: Carriers,
): Promise<VinRecord[]> => recordsOfVins(db, vins, period, carriers, isReliable);

/** Those of the vehicles that other carriers used in the period. */
export async function readUsedElsewhere(
  request: SignalRequest,
  vehicles: SeenVehicle[],
): Promise<Set<string>> {
  const vins = vehicles.map(({ vin }) => vin);
  const except = request.usdotNumber;
  const records = await reliableRecords(request.db, vins, periodOf(request), { except });
  return new Set(records.map(({ vehicle }) => vehicle));
}

const anySighting = statement(
  'signals.any-since',
  `select 1 as one from observations o where o.usdot_number = $1 and o.time_captured >= $2::timestamptz limit 1`,
);

/** Whether the carrier has any record since a time. */
export async function isSeenSince(db: Db, usdotNumber: number, since: string): Promise<boolean> {
  return (await db.row(anySighting, [usdotNumber, since])) !== null;
}
