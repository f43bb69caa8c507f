import { WorkQueue } from '../../../db/claim.ts';
import { type Database, statement, type Transaction } from '../../../db/database.ts';
import { names } from '../../../lib/names.ts';
import { queues } from '../../../lib/queues.ts';
import { decideSighting } from './decide-sighting.ts';
import { identifySighting } from './identify-sighting.ts';
import { findSighting, findViews, lockSource } from './sighting-store.ts';
import { evidenceValues, lacksGivenFact, type SightingEvidence } from './vehicle-evidence.ts';
import { rewriteSighting } from './write-sighting.ts';

const MAX_AGE = `90 * interval '1 day'`;
/** Sightings queued because of one other sighting. */
const MAX_RELATED = 200;
const SWEEP_BATCH = 1_000;
/** An import of these may change sightings. */
const DATASETS = names(
  `company-census motus-carrier legacy-carrier wmi-vehicle-types vehicle-inspection inspections-per-unit
   sms-inspection crash-file`,
);

/** Sightings that new evidence may change. */
export const revisitQueue = () => new WorkQueue<{ key: number }>(queues.revisits);

/**
 * Decides a sighting again from its stored readings and today's evidence. Returns whether it changed; the alerts then
 * match it again.
 */
export async function revisitSighting(tx: Transaction, sightingId: number): Promise<boolean> {
  const unlocked = await findSighting(tx, sightingId);
  if (!unlocked) return false;
  await lockSource(tx, unlocked.organization_id, unlocked.source);
  const sighting = await findSighting(tx, sightingId);
  if (!sighting) return false;
  const views = await findViews(tx, sighting.image_ids);
  if (views.length === 0) return false;
  const identified = await identifySighting(tx, sighting.organization_id, views, [sighting]);
  const decision = decideSighting(identified);
  const { id, isChanged } = await rewriteSighting(tx, identified, decision);
  // Its facts may be new: a USDOT number becomes High once its carrier is registered.
  if (isChanged) await enqueueRelated(tx, id, decision.evidence);
  return isChanged;
}

const dequeue = statement('revisits.dequeue', 'delete from revisits where sighting_id = any($1::bigint[])');

export function dequeueRevisits(tx: Transaction, sightingIds: number[]): Promise<number> {
  return tx.run(dequeue, [sightingIds]);
}

/** A worker that holds a claim on the sighting has stale evidence, so its claim is reset. */
const QUEUE_AGAIN = `on conflict (sighting_id) do update set due_at = now(), attempts = 0, lease_id = null,
  failure = null, died_at = null`;

/** A few index ranges. */
const insertRelated = statement(
  'revisits.insert-related',
  `insert into revisits (sighting_id, organization_id)
   select s.id, s.organization_id from sightings s where s.id in (
     select e.sighting_id from unnest($1::text[], $2::text[]) as b(kind, value)
       join vehicle_evidence e on e.kind = b.kind and e.value = b.value
     where e.seen_at > now() - ${MAX_AGE} and e.sighting_id <> $3
       and (${lacksGivenFact('e', 4)})
     order by e.seen_at desc limit ${MAX_RELATED})
   order by s.id ${QUEUE_AGAIN}`,
);

/** Queues the sightings of the last 90 days that share an identifier and lack one of the facts. Returns how many. */
export async function enqueueRelated(
  tx: Transaction,
  sightingId: number,
  evidence: SightingEvidence,
): Promise<number> {
  if (Object.values(evidence.facts).every((fact) => fact === 0 || fact === '')) return 0;
  return tx.run(insertRelated, evidenceValues(evidence, sightingId));
}

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

/** The next open sightings, newest first: one index range. */
const insertOpen = statement(
  'revisits.insert-open',
  `with next as materialized (
     select id, organization_id, time_captured from sightings
      where is_open and (time_captured, id) < ($1, $2)
        and time_captured > now() - ${MAX_AGE}
      order by time_captured desc, id desc limit ${SWEEP_BATCH}
   ), queued as (
     insert into revisits (sighting_id, organization_id) select id, organization_id from next order by id ${QUEUE_AGAIN}
   )
   select count(*)::int as count, min(time_captured) as oldest,
     (array_agg(id order by time_captured, id))[1] as last_id from next`,
);

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
    const batch = await tx.row<{ count: number; oldest: Date; last_id: number }>(insertOpen, [
      before,
      beforeId,
    ]);
    const next = batch?.count === SWEEP_BATCH ? batch : null;
    const position = [next?.oldest ?? null, next?.last_id ?? null];
    await tx.run(saveProgress, [isNew ? load : progress.load_id, ...position]);
    return batch?.count ?? 0;
  });
}
