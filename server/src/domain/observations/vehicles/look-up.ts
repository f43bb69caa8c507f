import { type Db, statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import type { ObservationKey } from '../observation.ts';
import { TYPED, VEHICLE_KINDS, type VehicleKind } from './vehicle-kinds.ts';

/** Sightings of a vehicle, found by one of its values. */
export type VehicleKey = ObservationKey & { value: string };

/** $1 the kind, $2 values, $3 the organization that looks, $4 and $5 the period, $6 how many, $7 whose sightings. */
const lookUp = statement(
  'vehicles.look-up',
  `select value, usdot_number, seen_at as time_captured, sighting_id as id from vehicle_sightings
    where value = any($2::text[]) and kind = $1 and (origin & ${TYPED} = 0 or organization_id = $3)
      and seen_at >= $4 and seen_at < $5 and ($7::int is null or organization_id = $7)
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
};

/** The newest sightings with one of the values. Whoever reads their observations compares the value again. */
export function lookUpVehicles(
  db: Db,
  kind: VehicleKind,
  values: string[],
  { viewerId, from = '-infinity', to = 'infinity', organizationId = null, most }: LookUp,
): Promise<VehicleKey[]> {
  return db.rows<VehicleKey>(lookUp, [
    ...[VEHICLE_KINDS[kind], values, viewerId, from, to, most, organizationId],
  ]);
}

/** The six parameters of `sightingsWithKeys`. */
export function keyValues(keys: readonly ObservationKey[]): unknown[] {
  const times = keys.map(({ time_captured }) => time_captured.getTime()).sort((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)].map((time) => (time === undefined ? null : new Date(time)));
  const carriers = [...new Set(keys.map(({ usdot_number }) => usdot_number))];
  return [...columnsOf(keys, 'usdot_number', 'time_captured', 'id'), first, last, carriers];
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
