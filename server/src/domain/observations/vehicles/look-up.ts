import { type Db, type Statement, statement } from '../../../db/database.ts';
import { keyValues } from '../../../db/nodes/read-on-nodes.ts';
import type { ObservationKey } from '../observation.ts';
import { INFERRED, TYPED, VEHICLE_KINDS, type VehicleKind, vehicleValue } from './vehicle-kinds.ts';

export { keyValues };

/** Sightings of a vehicle, found by one of its values. */
export type VehicleKey = ObservationKey & { value: string };

/**
 * $1 the kind, $2 values, $3 the organization that looks, $4 and $5 the period, $6 how many, $7 whose sightings, $8 carriers, $9 a carrier
 * that is left out.
 */
const lookUp = statement(
  'vehicles.look-up',
  `select value, usdot_number, seen_at as time_captured, sighting_id as id from vehicle_sightings
    where value = any($2::text[]) and kind = $1 and (origin & ${TYPED} = 0 or organization_id = $3)
      and seen_at >= $4 and seen_at < $5 and ($7::int is null or organization_id = $7)
      and ($8::bigint[] is null or usdot_number = any($8)) and ($9::bigint is null or usdot_number not in (0, $9))
    order by seen_at desc, sighting_id desc limit $6`,
);

type LookUp = {
  /** Values that a person of another organization typed are left out. */
  viewerId: number;
  from?: Date | string;
  to?: Date | string;
  /** Only sightings of this organization. Default: of all. */
  organizationId?: number | null;
  most: number;
} & Carriers;

/** Only these carriers, or all but one and the unknown ones. Default: all. */
export type Carriers = { carriers?: number[] | null; except?: number | null };

/** The newest sightings with one of the values. Whoever reads their observations compares the value again. */
export function lookUpVehicles(
  db: Db,
  kind: VehicleKind,
  values: string[],
  {
    viewerId,
    from = '-infinity',
    to = 'infinity',
    organizationId = null,
    most,
    carriers = null,
    except = null,
  }: LookUp,
): Promise<VehicleKey[]> {
  return db.rows<VehicleKey>(lookUp, [
    ...[VEHICLE_KINDS[kind], values, viewerId, from, to, most, organizationId],
    ...[carriers, except],
  ]);
}

const isRecordOf = (
  vin: string,
) => `select usdot_number, seen_at as time_captured, sighting_id as id from vehicle_sightings
     where value = ${vin} and kind = ${VEHICLE_KINDS.vin}`;
/** $1 the VIN of sightings, $2 that of federal records, $3 how many to skip, $4 how many. One row without a key after the last. */
const lookUpVin = statement(
  'vehicles.look-up-vin',
  `with found as materialized (${isRecordOf('$1')}
     union all select usdot_number, time_captured, id from federal_vins where vin = $2)
   select page.total, k.* from (select count(*) as total from found) page
     left join (select * from found order by time_captured desc, id desc offset $3 limit $4) k on true`,
);

/** The keys of the newest sightings and federal records of a VIN, and the number of all. */
export async function lookUpRecords(
  db: Db,
  vin: string,
  skip: number,
  most: number,
): Promise<{ keys: ObservationKey[]; total: number }> {
  const found = await db.rows<ObservationKey & { total: number }>(lookUpVin, [
    ...[vehicleValue(vin), vin, skip, most],
  ]);
  return { keys: found.filter(({ id }) => id !== null), total: found[0]?.total ?? 0 };
}

const typedVins = statement(
  'vehicles.typed-vins',
  `select sighting_id as id from vehicle_sightings
    where usdot_number = $1 and origin & ${TYPED} <> 0 and kind = ${VEHICLE_KINDS.vin} and seen_at >= $2 and seen_at < $3`,
);

/** The sightings of a carrier in a period whose VIN a person typed. They are few. */
export async function findTypedVins(
  db: Db,
  usdotNumber: number,
  [from, to]: [from: string, to: string],
): Promise<number[]> {
  const found = await db.rows<{ id: number }>(typedVins, [usdotNumber, from, to]);
  return found.map(({ id }) => id);
}

export type VinRecord = { vehicle: string; usdot_number: number; time_captured: Date; id: number };

/** $1 VINs, $2 and $3 the period, $4 carriers, $5 a carrier that is left out. */
const inPeriod = (time: string) => `${time} >= $2::timestamptz and ${time} < $3::timestamptz
     and ($4::bigint[] is null or usdot_number = any($4)) and ($5::bigint is null or usdot_number <> $5) and usdot_number <> 0`;
const lookUpVins = statement(
  'vehicles.look-up-vins',
  `select value as vehicle, usdot_number, seen_at as time_captured, sighting_id as id, false as is_federal from vehicle_sightings
    where value = any($1::text[]) and kind = ${VEHICLE_KINDS.vin} and origin & ${INFERRED | TYPED} = 0 and ${inPeriod('seen_at')}
   union all
   select vin, usdot_number, time_captured, id, true from federal_vins where vin = any($1::text[]) and ${inPeriod('time_captured')}`,
);

/**
 * The federal records with one of the VINs, and the sightings, without typed VINs, for which `isReliable` holds: a statement by keys that returns ids and VINs.
 * Federal records have no doubt.
 */
export async function recordsOfVins(
  db: Db,
  vins: string[],
  [from, to]: [from: string, to: string],
  { carriers = null, except = null }: Carriers,
  isReliable: Statement,
): Promise<VinRecord[]> {
  const found = await db.rows<VinRecord & { is_federal: boolean }>(lookUpVins, [
    ...[vins, from, to, carriers, except],
  ]);
  const sighted = found.filter(({ is_federal }) => !is_federal);
  const rows =
    sighted.length === 0 ? [] : await db.rows<{ id: number; vin: string }>(isReliable, keyValues(sighted));
  const vinOf = new Map(rows.map(({ id, vin }) => [id, vin]));
  return found.filter(({ is_federal, id, vehicle }) => is_federal || vinOf.get(id) === vehicle);
}

/**
 * A select of observations `o` by their keys ($1 to $6). It ends with a condition. Each key probes the primary key once for each of the
 * carriers, so there should be few keys or few carriers.
 */
export const sightingsWithKeys = (columns: string) =>
  `select ${columns} from unnest($1::bigint[], $2::timestamptz[], $3::bigint[]) as k (usdot_number, time_captured, id)
     join observations o on (o.usdot_number, o.time_captured, o.id) >= (k.usdot_number, k.time_captured, k.id)
       and (o.usdot_number, o.time_captured, o.id) <= (k.usdot_number, k.time_captured, k.id)
       and o.time_captured = k.time_captured
    where o.usdot_number = any($6::bigint[]) and o.time_captured between $4::timestamptz and $5::timestamptz`;

/**
 * The same where `observations` is on one server ($1 to $5): one probe of the primary key for each key. With the list of carriers,
 * PostgreSQL expects a probe for each carrier, and rather reads all observations of these carriers in the period of the keys.
 */
export const sightingsOnOneServer = (columns: string) =>
  `select ${columns} from unnest($1::bigint[], $2::timestamptz[], $3::bigint[]) as k (usdot_number, time_captured, id)
     join observations o on o.usdot_number = k.usdot_number and o.time_captured = k.time_captured and o.id = k.id
    where o.time_captured between $4::timestamptz and $5::timestamptz`;
