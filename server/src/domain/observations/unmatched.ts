import { WorkQueue } from '../../db/claim.ts';
import { statement } from '../../db/database.ts';
import { queues } from '../../lib/queues.ts';

/** `key` is the id of the observation. */
type UnmatchedSighting = {
  key: number;
  usdot_number: number;
  time_captured: Date;
  traceparent: string | null;
};

/** The queue of sightings that are to be compared with the alerts. */
export const unmatchedQueue = () => new WorkQueue<UnmatchedSighting>(queues.unmatched_sightings);

/**
 * A sighting that changes while a matcher holds its lease is queued again. Removing the lease makes the matcher's own
 * finish ineffective, so the old version is never the last one matched.
 */
const QUEUE_AGAIN = `on conflict (id) do update set usdot_number = excluded.usdot_number,
  time_captured = excluded.time_captured, due_at = now(), attempts = 0, lease_id = null, failure = null, died_at = null`;

/** $1 id, $2 carrier, $3 time, $4 organization. */
export const enqueueOne = statement(
  'observations.enqueue-one-unmatched',
  `insert into unmatched_sightings (id, usdot_number, time_captured, organization_id) values ($1, $2, $3, $4) ${QUEUE_AGAIN}`,
);

/** The same as arrays. */
export const enqueue = statement(
  'observations.enqueue-unmatched',
  `insert into unmatched_sightings (id, usdot_number, time_captured, organization_id)
   select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::int[])
   order by 1 ${QUEUE_AGAIN}`,
);

/** $1 id, $2 trace context. Sent only while tracing is on. */
export const traceUnmatched = statement(
  'observations.trace-unmatched',
  'update unmatched_sightings set traceparent = $2 where id = $1',
);

export const dequeue = statement(
  'observations.dequeue-unmatched',
  'delete from unmatched_sightings where id = any($1::bigint[])',
);
