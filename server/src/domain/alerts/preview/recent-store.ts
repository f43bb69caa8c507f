import type { ObservationKey } from '../../../contract/observation.ts';
import { type Db, statement } from '../../../db/database.ts';
import { bucketOfSighting } from '../../../lib/camera-bucket.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import { SEARCHED_TEXTS } from '../match/conditions.ts';
import { type SightingView, VIEW_FIELDS } from '../match/sighting-view.ts';

export type RecentSighting = { key: ObservationKey; view: SightingView };

/** A value of a view field in the column `keys`. */
export const keyOf = (field: number, value: string) => `${VIEW_FIELDS[field]?.key}:${value}`;

const fieldByKey = new Map(VIEW_FIELDS.map(({ key }, field) => [key, field]));

/** The values of a sighting from its `keys`; keys of criteria that no longer exist are ignored. */
export function valuesOf(keys: string[]): string[] {
  const values = VIEW_FIELDS.map(() => '');
  for (const key of keys) {
    const colon = key.indexOf(':');
    const field = fieldByKey.get(key.slice(0, colon));
    if (field !== undefined) values[field] = key.slice(colon + 1);
  }
  return values;
}

const insert = statement(
  'alerts.recent.insert',
  `insert into recent_sightings (time_captured, id, usdot_number, bucket, keys, trailer, deep)
   select r.time_captured, r.id, r.usdot_number, r.bucket, string_to_array(r.keys, E'\\n'), r.trailer, r.deep
     from unnest($1::timestamptz[], $2::bigint[], $3::bigint[], $4::smallint[], $5::text[], $6::text[], $7::text[])
       as r (time_captured, id, usdot_number, bucket, keys, trailer, deep)
    order by r.time_captured, r.id
   on conflict (time_captured, id, bucket) do update set usdot_number = excluded.usdot_number, keys = excluded.keys,
     trailer = excluded.trailer, deep = excluded.deep`,
);

/** About 12 µs per row: the search index is built after the end of the day. */
export async function insertRecent(db: Db, sightings: RecentSighting[]): Promise<void> {
  if (sightings.length === 0) return;
  const keys = sightings.map(({ key }) => key);
  const views = sightings.map(({ view }) => view);
  await db.run(insert, [
    ...columnsOf(keys, 'time_captured', 'id', 'usdot_number'),
    ...[bucketsOf(keys), views.map(keysText), views.map(partsText), views.map(({ deep }) => deep)],
  ]);
}

const remove = statement(
  'alerts.recent.delete',
  `delete from recent_sightings r using unnest($1::timestamptz[], $2::bigint[], $3::smallint[]) as k (time_captured, id, bucket)
    where r.time_captured = k.time_captured and r.id = k.id and r.bucket = k.bucket`,
);

type RecentKey = Pick<ObservationKey, 'time_captured' | 'id'>;

export async function deleteRecent(db: Db, keys: RecentKey[]): Promise<void> {
  await db.run(remove, [...columnsOf(keys, 'time_captured', 'id'), bucketsOf(keys)]);
}

const bucketsOf = (keys: Pick<ObservationKey, 'id'>[]) => keys.map(({ id }) => bucketOfSighting(id));

function keysText({ values }: SightingView): string {
  return values.flatMap((value, field) => (value === '' ? [] : [keyOf(field, value)])).join('\n');
}

/** The values in which a part can be searched, one line each. They are in the column `trailer`. */
function partsText({ values }: SightingView): string {
  const searched = SEARCHED_TEXTS.flatMap((text) =>
    typeof text === 'number' ? [values[text] as string] : [],
  );
  return [...new Set(searched)].filter((value) => value !== '').join('\n');
}
