import { type Db, statement } from '../../../db/database.ts';
import { dayStart } from '../../carriers/signals/signal.ts';
import type { SightingInput } from './inputs.ts';

const lastSeen = statement(
  'vetting.last-seen',
  `select usdot_number, max(day) as day from observation_counts
   where usdot_number = any($1::bigint[]) and location_state = '*' and location_city = '*' and not is_federal
     and observations > 0 and day <= $2::date
   group by usdot_number`,
);

/** The last day on which cameras saw each carrier. */
export async function readLastSeen(
  db: Db,
  usdotNumbers: number[],
  day: string,
): Promise<Map<number, SightingInput[]>> {
  const rows = await db.rows<{ usdot_number: number; day: string }>(lastSeen, [usdotNumbers, day]);
  return new Map(rows.map((row) => [row.usdot_number, [{ day: row.day }]]));
}

export const MAX_SIGHTINGS = 20;
const newest = statement(
  'vetting.sightings',
  `select id, image_id, (time_captured at time zone 'UTC')::date as day from observations
   where usdot_number = $1 and type = 'Detection' and time_captured >= $2::timestamptz and time_captured < $3::timestamptz
   order by time_captured desc, id limit ${MAX_SIGHTINGS}`,
);
const hashes = statement(
  'vetting.image-hashes',
  `select id, encode(sha256, 'hex') as sha256 from images where id = any($1::uuid[]) and image_deleted_at is null`,
);

/** The newest sightings of the last day on which the carrier was seen, with the hashes of their images. */
export async function readSightings(db: Db, usdotNumber: number, day: string): Promise<SightingInput[]> {
  const last = (await readLastSeen(db, [usdotNumber], day)).get(usdotNumber)?.[0]?.day;
  if (last === undefined) return [];
  const rows = await db.rows<{ id: number; image_id: string | null; day: string }>(newest, [
    ...[usdotNumber, dayStart(last), dayStart(last, 1)],
  ]);
  const ids = rows.flatMap(({ image_id }) => image_id ?? []);
  const stored = ids.length > 0 ? await db.rows<{ id: string; sha256: string }>(hashes, [ids]) : [];
  const hashOf = new Map(stored.map(({ id, sha256 }) => [id, sha256]));
  return rows.map((row) => ({ ...row, image_sha256: hashOf.get(row.image_id ?? '') ?? null }));
}
