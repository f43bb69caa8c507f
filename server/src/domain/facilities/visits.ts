import { type Db, statement } from '../../db/database.ts';
import { boxAround, cellSql, cellsOf } from '../../lib/geography/cells.ts';
import { miles, type Position } from '../../lib/geography/great-circle.ts';
import { milesSql } from '../../lib/geography/miles-sql.ts';
import { ANY_CARRIER } from '../observations/distribution.ts';
import {
  keyValues,
  lookUpVehicles,
  sightingsWithKeys,
  type VehicleKey,
} from '../observations/vehicles/look-up.ts';
import { type VehicleKind, vehicleValue } from '../observations/vehicles/vehicle-kinds.ts';

/** A vehicle that was seen within this distance visited the facility. */
export const VISIT_MILES = 5;
/** Visits of this period count. */
export const VISIT_DAYS = 90;
/** A place where the vehicle was seen within this time before or after a visit is an end of a lane. */
export const TRIP_DAYS = 7;
/** The newest sightings near a facility that are looked at. */
const MAX_NEAR = 500;
/** Rows of vehicle_sightings of their plates and VINs. */
const MAX_ROWS = 50_000;
/** Sightings of one vehicle before, and after, a visit that are read. Those of another state's plate are passed over. */
const MAX_CANDIDATES = 3;
/** A statement with more keys would probe each of them for many carriers. */
const KEYS_AT_ONCE = 100;
const DAY_MS = 86_400_000;

/** Where a vehicle was seen before, or after, a visit. */
export type LaneEnd = Position & { id: number; city: string; state: string };
export type Visits = { inbound: LaneEnd[]; outbound: LaneEnd[] };
/** Whose sightings count: of all organizations, or of one. */
export type Viewer = { organizationId: number; seesAll: boolean };

type Sighting = Position & {
  usdot_number: number;
  time_captured: Date;
  id: number;
  organization_id: number;
  alpr_plate_number: string;
  plate_state: string;
  vin: string;
  is_vin_imputed: boolean;
  location_city: string;
  location_state: string;
};
const COLUMNS = `o.usdot_number, o.time_captured, o.id, o.organization_id, o.alpr_plate_number, o.plate_state, o.vin,
  o.is_vin_imputed, o.location_city, o.location_state, o.latitude, o.longitude`;

const nearFacility = statement(
  'facilities.sightings-near',
  `select ${COLUMNS} from observations o
    where o.type = 'Detection' and o.latitude is not null and ${cellSql('o')} = any($1::int[])
      and o.time_captured >= $2 and o.time_captured <= $3 and o.latitude between $4::float8 and $5::float8
      and ${milesSql({ latitude: 'o.latitude', longitude: 'o.longitude' }, { latitude: '$6::float8', longitude: '$7::float8' })} <= ${VISIT_MILES}
      and ($8::int is null or o.organization_id = $8) and (o.alpr_plate_number <> '' or o.vin <> '')
    order by o.time_captured desc, o.id desc limit ${MAX_NEAR}`,
  { allShards: ANY_CARRIER },
);
const withKeys = statement(
  'facilities.sightings-with-keys',
  `${sightingsWithKeys(COLUMNS)} and o.type = 'Detection'`,
);

/** Where the vehicles that were seen near a place had been seen before, and were seen next. Each visit counts once. */
export async function visitsOf(db: Db, viewer: Viewer, place: Position, now: Date): Promise<Visits> {
  const { south, north, ...sides } = boxAround(place.latitude, place.longitude, VISIT_MILES);
  const from = new Date(now.getTime() - VISIT_DAYS * DAY_MS);
  const near = await db.rows<Sighting>(nearFacility, [
    ...[cellsOf({ south, north, ...sides }) ?? [], from, now, south, north],
    ...[place.latitude, place.longitude, viewer.seesAll ? null : viewer.organizationId],
  ]);
  const passages = await passagesOf(db, viewer, near);
  const elsewhere = await readSightings(db, viewer, passages);
  const isElsewhere = (one: Sighting) => miles(one, place) > VISIT_MILES;
  const ends = { inbound: new Map<number, LaneEnd>(), outbound: new Map<number, LaneEnd>() };
  for (const { sighting, before, after } of passages) {
    const fitting = (keys: VehicleKey[]) =>
      keys
        .flatMap(({ id }) => elsewhere.get(id) ?? [])
        .find((one) => isElsewhere(one) && isSame(one, sighting));
    const [last, next] = [fitting(before), fitting(after)];
    if (last) ends.inbound.set(last.id, endOf(last));
    if (next) ends.outbound.set(next.id, endOf(next));
  }
  return { inbound: [...ends.inbound.values()], outbound: [...ends.outbound.values()] };
}

/** A sighting near the facility, and those of its vehicle elsewhere: the latest before and the first after come first. */
type Passage = { sighting: Sighting; before: VehicleKey[]; after: VehicleKey[] };

const valuesOf = ({ alpr_plate_number, vin, is_vin_imputed }: Sighting): [VehicleKind, string][] =>
  [
    ['plate', vehicleValue(alpr_plate_number)] as [VehicleKind, string],
    // An inferred VIN follows from the plate.
    ['vin', is_vin_imputed ? '' : vehicleValue(vin)] as [VehicleKind, string],
  ].filter(([, value]) => value !== '');

async function passagesOf(db: Db, viewer: Viewer, near: Sighting[]): Promise<Passage[]> {
  const times = near.map(({ time_captured }) => time_captured.getTime());
  if (times.length === 0) return [];
  const period = {
    viewerId: viewer.organizationId,
    organizationId: viewer.seesAll ? null : viewer.organizationId,
    from: new Date(Math.min(...times) - TRIP_DAYS * DAY_MS),
    to: new Date(Math.max(...times) + TRIP_DAYS * DAY_MS + 1),
    most: MAX_ROWS,
  };
  const isNear = new Set(near.map(({ id }) => id));
  const elsewhere = new Map<string, VehicleKey[]>();
  /** Values that a person of another organization typed are not found, and so lead nowhere. */
  const readable = new Set<string>();
  await Promise.all(
    (['plate', 'vin'] as const).map(async (kind) => {
      const values = near.flatMap((one) =>
        valuesOf(one).flatMap(([of, value]) => (of === kind ? value : [])),
      );
      if (values.length === 0) return;
      for (const key of await lookUpVehicles(db, kind, [...new Set(values)], period)) {
        const name = `${kind} ${key.value}`;
        const known = elsewhere.get(name);
        if (isNear.has(key.id)) readable.add(`${name} ${key.id}`);
        else if (known) known.push(key);
        else elsewhere.set(name, [key]);
      }
    }),
  );
  return near.map((sighting) => {
    const names = valuesOf(sighting).map(([kind, value]) => `${kind} ${value}`);
    const found = names.flatMap((name) =>
      readable.has(`${name} ${sighting.id}`) ? (elsewhere.get(name) ?? []) : [],
    );
    return passageOf(sighting, [...new Map(found.map((key) => [key.id, key])).values()]);
  });
}

function passageOf(sighting: Sighting, keys: VehicleKey[]): Passage {
  const at = sighting.time_captured.getTime();
  const sinceOf = ({ time_captured }: VehicleKey) => time_captured.getTime() - at;
  const within = keys.filter((key) => Math.abs(sinceOf(key)) <= TRIP_DAYS * DAY_MS);
  const sorted = within.sort((a, b) => sinceOf(a) - sinceOf(b) || a.id - b.id);
  const before = sorted.filter((key) => sinceOf(key) < 0).reverse();
  const after = sorted.filter((key) => sinceOf(key) > 0);
  return { sighting, before: before.slice(0, MAX_CANDIDATES), after: after.slice(0, MAX_CANDIDATES) };
}

async function readSightings(
  db: Db,
  { organizationId, seesAll }: Viewer,
  passages: Passage[],
): Promise<Map<number, Sighting>> {
  const keys = passages.flatMap(({ before, after }) => [...before, ...after]);
  const distinct = [...new Map(keys.map((key) => [key.id, key])).values()];
  const found = new Map<number, Sighting>();
  for (let at = 0; at < distinct.length; at += KEYS_AT_ONCE) {
    const rows = await db.rows<Sighting>(withKeys, keyValues(distinct.slice(at, at + KEYS_AT_ONCE)));
    for (const row of rows)
      if (row.latitude !== null && (seesAll || row.organization_id === organizationId))
        found.set(row.id, row);
  }
  return found;
}

/** The same VIN, or the same plate without two different states. */
function isSame(a: Sighting, b: Sighting): boolean {
  const values = new Map(valuesOf(b));
  return valuesOf(a).some(([kind, value]) => {
    if (values.get(kind) !== value) return false;
    return kind === 'vin' || a.plate_state === '' || b.plate_state === '' || a.plate_state === b.plate_state;
  });
}

function endOf({ id, location_city: city, location_state: state, latitude, longitude }: Sighting): LaneEnd {
  return { id, city, state, latitude, longitude };
}
