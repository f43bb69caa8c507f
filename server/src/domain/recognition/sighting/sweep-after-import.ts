import { type Database, statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import { names } from '../../../lib/names.ts';
import { QUEUE_AGAIN } from './revisit-queue.ts';

const MAX_AGE = `90 * interval '1 day'`;
const SWEEP_BATCH = 1_000;
/** An import of these may change sightings. */
const DATASETS = names(
  `company-census motus-carrier legacy-carrier wmi-vehicle-types vehicle-inspection inspections-per-unit
   sms-inspection crash-file`,
);

type Progress = { load_id: number; before_time: Date | null; before_id: number | null };

/** One process at a time: the others skip the locked row. */
const lockProgress = statement(
  'revisits.lock-progress',
  'select load_id, before_time, before_id from revisit_progress for update skip locked',
);
const newestLoad = statement(
  'revisits.newest-load',
  'select coalesce(max(id), 0)::int as id from federal_loads where id > $1 and dataset = any($2::text[])',
);
const saveProgress = statement(
  'revisits.save-progress',
  'update revisit_progress set load_id = $1, before_time = $2, before_id = $3',
);

/** The next open sightings, newest first, from one index range. */
const nextOpen = statement(
  'revisits.next-open',
  `select id, bucket, organization_id, time_captured from sightings
    where is_open and (time_captured, id) < ($1, $2) and time_captured > now() - ${MAX_AGE}
    order by time_captured desc, id desc limit ${SWEEP_BATCH}`,
);
const insertOpen = statement(
  'revisits.insert-open',
  `insert into revisits (sighting_id, bucket, organization_id)
   select * from unnest($1::bigint[], $2::smallint[], $3::int[]) as r (sighting_id, bucket, organization_id) order by 1 ${QUEUE_AGAIN}`,
);
type Open = { id: number; bucket: number; organization_id: number; time_captured: Date };

/**
 * After an import, queues the open sightings of the last 90 days in batches, so that neither the queue nor a transaction
 * grows long. A later import restarts the sweep. Returns how many were queued.
 */
export async function sweepAfterImport(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const progress = await tx.row<Progress>(lockProgress);
    if (!progress) return 0;
    const load = (await tx.row<{ id: number }>(newestLoad, [progress.load_id, DATASETS]))?.id ?? 0;
    const isNew = load > 0;
    const before = isNew ? 'infinity' : progress.before_time;
    if (before === null) return 0;
    const beforeId = isNew ? Number.MAX_SAFE_INTEGER : progress.before_id;
    const open = await tx.rows<Open>(nextOpen, [before, beforeId]);
    if (open.length > 0) await tx.run(insertOpen, columnsOf(open, 'id', 'bucket', 'organization_id'));
    const next = open.length === SWEEP_BATCH ? open.at(-1) : undefined;
    const position = [next?.time_captured ?? null, next?.id ?? null];
    await tx.run(saveProgress, [isNew ? load : progress.load_id, ...position]);
    return open.length;
  });
}
