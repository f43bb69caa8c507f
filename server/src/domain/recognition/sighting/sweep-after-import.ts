import { type Database, statement } from '../../../db/database.ts';
import { LOOK_AGAIN, REVISITED_DAYS } from './revisits.ts';

/** What an import of these may tell of a sighting. */
const DATASETS = [
  ...['company-census', 'motus-carrier', 'legacy-carrier', 'wmi-vehicle-types'],
  ...['vehicle-inspection', 'inspections-per-unit', 'sms-inspection', 'crash-file'],
];
const AT_ONCE = 1_000;

type Progress = { load_id: number; before_time: Date | null; before_id: number | null };

/** One process at a time; whoever finds it taken has nothing to do. */
const take = statement(
  'revisits.take-sweep',
  'select load_id, before_time, before_id from revisit_progress for update skip locked',
);
const newest = statement(
  'revisits.newest-load',
  'select coalesce(max(id), 0)::int as id from federal_loads where id > $1 and dataset = any($2::text[])',
);
const save = statement(
  'revisits.save-sweep',
  'update revisit_progress set load_id = $1, before_time = $2, before_id = $3',
);

/** The next open sightings from a place on, newest first; an index range of a thousand rows. */
const enqueueOpen = statement(
  'revisits.enqueue-open',
  `with next as materialized (
     select id, organization_id, time_captured from sightings
      where is_open and (time_captured, id) < ($1, $2)
        and time_captured > now() - ${REVISITED_DAYS} * interval '1 day'
      order by time_captured desc, id desc limit ${AT_ONCE}
   ), queued as (
     insert into revisits (sighting_id, organization_id) select id, organization_id from next order by id ${LOOK_AGAIN}
   )
   select count(*)::int as count, min(time_captured) as oldest,
     (array_agg(id order by time_captured, id))[1] as last_id from next`,
);

/**
 * After an import: sends open sightings of the last 90 days for another look, a thousand a call, so that neither the
 * queue nor a transaction grows long. A later import begins anew. Gives how many were sent.
 */
export async function sweepAfterImport(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const progress = await tx.row<Progress>(take);
    if (!progress) return 0;
    const load = (await tx.row<{ id: number }>(newest, [progress.load_id, DATASETS]))?.id ?? 0;
    const isNew = load > 0;
    const before = isNew ? 'infinity' : progress.before_time;
    if (before === null) return 0;
    const found = await tx.row<{ count: number; oldest: Date | null; last_id: number | null }>(enqueueOpen, [
      before,
      isNew ? Number.MAX_SAFE_INTEGER : progress.before_id,
    ]);
    const isDone = (found?.count ?? 0) < AT_ONCE;
    await tx.run(save, [
      isNew ? load : progress.load_id,
      isDone ? null : (found?.oldest ?? null),
      isDone ? null : (found?.last_id ?? null),
    ]);
    return found?.count ?? 0;
  });
}
