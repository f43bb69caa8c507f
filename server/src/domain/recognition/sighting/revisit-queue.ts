import { WorkQueue } from '../../../db/claim.ts';
import { statement, type Transaction } from '../../../db/database.ts';
import { BUCKETS, bucketOfSighting, forBuckets } from '../../../lib/camera-bucket.ts';
import { queues } from '../../../lib/queues.ts';
import {
  EVIDENCE_AGE,
  EVIDENCE_AHEAD,
  hasFact,
  hasIdentifier,
  MAX_ROWS,
} from '../imputation/find-evidence.ts';
import { changedFacts, type EvidenceChange, lacksGivenFact, type SpreadFacts } from './vehicle-evidence.ts';

/** Sightings that other evidence may change. */
export const revisitQueue = () => new WorkQueue<{ key: number }>(queues.revisits);

const dequeue = statement(
  'revisits.dequeue',
  'delete from revisits where sighting_id = any($1::bigint[]) and bucket = $2',
);

export async function dequeueRevisits(tx: Transaction, sightingIds: number[]): Promise<void> {
  await forBuckets(sightingIds, bucketOfSighting, (own, bucket) => tx.run(dequeue, [own, bucket]));
}

/** A worker that holds a claim on the sighting has stale evidence, so its claim is reset. */
export const QUEUE_AGAIN = `on conflict (sighting_id, bucket) do update set due_at = excluded.due_at, attempts = 0, lease_id = null,
  failure = null, died_at = null`;

/** Sightings queued because another one has new facts; because it lost some. */
const MAX_GAINED = 1_000;
const MAX_LOST = 100_000;

/**
 * Earlier sightings that look at a different row because of this one: it is among the nearest rows after them, of which there
 * are more than they look at. Without later sightings, which is without a late image, this is one look at the index.
 */
const pushedOut = `
  select e.sighting_id, e.organization_id from unnest($1::smallint[], $2::text[]) as b(kind, value)
    cross join lateral (
      select count(*) as count from (
        select from vehicle_evidence e
         where ${hasIdentifier('e', 'b.kind', 'b.value')} and e.sighting_id <> $3 and ${hasFact('e')}
           and e.seen_at > $4::timestamptz and e.seen_at <= $4::timestamptz + ${EVIDENCE_AHEAD}
         order by e.seen_at limit ${MAX_ROWS}) l) later
    cross join lateral (
      select e.sighting_id, e.organization_id, row_number() over (order by e.seen_at desc) as rank from vehicle_evidence e
       where later.count > 0 and ${hasIdentifier('e', 'b.kind', 'b.value')} and e.sighting_id <> $3 and ${hasFact('e')}
         and e.seen_at <= $4::timestamptz and e.seen_at >= $4::timestamptz - ${EVIDENCE_AHEAD}
       order by e.seen_at desc limit ${MAX_ROWS}) e
   where e.rank + later.count > ${MAX_ROWS}`;

/**
 * Reads a few index ranges of the evidence, which is deleted with its sighting. If a sighting already has these facts, only earlier sightings can change it: they confirm its
 * carrier or conflict with it. $3 the sighting, $4 its time, $5 how many.
 */
const insertRelated = statement(
  'revisits.insert-related',
  `insert into revisits (sighting_id, bucket, organization_id)
   select distinct r.sighting_id, (r.sighting_id % ${BUCKETS})::smallint, r.organization_id from (
     (select e.sighting_id, e.organization_id from unnest($1::smallint[], $2::text[]) as b(kind, value)
       join vehicle_evidence e on ${hasIdentifier('e', 'b.kind', 'b.value')}
     where e.sighting_id <> $3
       and e.seen_at between $4::timestamptz - ${EVIDENCE_AHEAD} and $4::timestamptz + ${EVIDENCE_AGE}
       and (e.seen_at > $4::timestamptz or ${lacksGivenFact('e', 6)})
     order by e.seen_at desc limit $5)
     union all ${pushedOut}) r
   order by r.sighting_id ${QUEUE_AGAIN}`,
);

/**
 * Queues the sightings that share an identifier with evidence that is new or no longer holds, so that nothing stays that
 * was inferred from it. Ends by itself: deciding a sighting again changes no evidence. Returns how many were queued.
 */
export async function spreadEvidence(tx: Transaction, changes: EvidenceChange[]): Promise<number> {
  const queued = changes.flatMap((change) => {
    const { lost, gained } = changedFacts(change);
    return [
      ...lost.map((facts) => queue(tx, facts, MAX_LOST)),
      ...gained.map((facts) => queue(tx, facts, MAX_GAINED)),
    ];
  });
  return (await Promise.all(queued)).reduce((sum, count) => sum + count, 0);
}

function queue(tx: Transaction, { sightingId, seenAt, identifiers, facts }: SpreadFacts, most: number) {
  return tx.run(insertRelated, [
    identifiers.map(({ kind }) => kind),
    identifiers.map(({ value }) => value),
    ...[sightingId, seenAt, most],
    ...facts,
  ]);
}
