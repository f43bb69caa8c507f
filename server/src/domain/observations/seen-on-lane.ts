import { type Db, statement } from '../../db/database.ts';
import { cross, direction, EARTH_MILES, type Position, vectorOf } from '../../lib/geography/great-circle.ts';

/** The products of the position of a row with a vector of three parameters. */
const dot = (first: number) => `(p.x * $${first} + p.y * $${first + 1} + p.z * $${first + 2})`;

/**
 * With vectors of length 1: a row is within the radius of an end where its product with the end is at least $4; it is
 * within the radius of the great circle where its product with the circle's axis is at most $5, and it is between the
 * ends where both products with the ends' directions along the circle are positive.
 */
const seenOnLane = statement(
  'observations.seen-on-lane',
  `select 1 as seen from (
     select cos(radians(o.latitude)) * cos(radians(o.longitude)) as x,
       cos(radians(o.latitude)) * sin(radians(o.longitude)) as y, sin(radians(o.latitude)) as z
     from observations o
     where o.usdot_number = $1 and o.time_captured >= $2 and o.time_captured <= $3 offset 0) p
   where ${dot(6)} >= $4::float8 or ${dot(9)} >= $4
     or (abs(${dot(12)}) <= $5::float8 and ${dot(15)} >= 0 and ${dot(18)} >= 0) limit 1`,
);

type Lane = { origin: Position | null; destination: Position | null };
type Period = { radiusMiles: number; from: Date; to: Date };

/** Whether a carrier was seen between two times near one of the ends, or near the great circle between them. */
export async function wasSeenOnLane(
  db: Db,
  usdotNumber: number,
  { origin, destination }: Lane,
  { radiusMiles, from, to }: Period,
): Promise<boolean> {
  const given = origin ?? destination;
  if (given === null) return false;
  const [a, b] = [vectorOf(origin ?? given), vectorOf(destination ?? given)];
  // Two equal or opposite ends have no great circle of their own. A limit of -1 holds for no row.
  const axis = direction(cross(a, b));
  const angle = radiusMiles / EARTH_MILES;
  const n = axis ?? [0, 0, 0];
  const values = [
    ...[usdotNumber, from, to, Math.cos(angle), axis ? Math.sin(angle) : -1],
    ...[...a, ...b, ...n, ...cross(n, a), ...cross(b, n)],
  ];
  return (await db.row(seenOnLane, values)) !== null;
}
