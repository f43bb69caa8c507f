import { type Db, statement } from '../../../db/database.ts';
import { EQUAL_FIELDS, type EqualField } from '../match/conditions.ts';
import type { SightingView } from '../match/sighting-view.ts';

export type RecentSighting = {
  key: { usdot_number: number; time_captured: Date; id: number };
  view: SightingView;
};

/** A value of a field as it stands in `keys`. */
export const keyOf = (field: EqualField, value: string) => `${field}:${value}`;

export function keysOf(view: SightingView): string[] {
  return EQUAL_FIELDS.flatMap((field) => (view[field] === '' ? [] : [keyOf(field, view[field])]));
}

const insert = statement(
  'alerts.recent.insert',
  `insert into recent_sightings (time_captured, id, usdot_number, keys, trailer, deep)
   select r.time_captured, r.id, r.usdot_number, string_to_array(r.keys, E'\\n'), r.trailer, r.deep
     from unnest($1::timestamptz[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
       as r (time_captured, id, usdot_number, keys, trailer, deep)
    order by r.time_captured, r.id
   on conflict (time_captured, id) do update set usdot_number = excluded.usdot_number, keys = excluded.keys,
     trailer = excluded.trailer, deep = excluded.deep`,
);

/** About 12 µs a row: one narrow row and its key; the search index comes when the day is over. */
export async function insertRecent(db: Db, sightings: RecentSighting[]): Promise<void> {
  if (sightings.length === 0) return;
  await db.run(insert, [
    sightings.map(({ key }) => key.time_captured),
    sightings.map(({ key }) => key.id),
    sightings.map(({ key }) => key.usdot_number),
    sightings.map(({ view }) => keysOf(view).join('\n')),
    sightings.map(({ view }) => trailerText(view)),
    sightings.map(({ view }) => view.deep),
  ]);
}

/** The trailer's number and, where it differs, its tolerant form. */
export function trailerText({ trailer, trailerTolerant }: SightingView): string {
  return trailer === trailerTolerant ? trailer : `${trailer}\n${trailerTolerant}`;
}
