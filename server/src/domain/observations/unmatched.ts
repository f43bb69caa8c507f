import { WorkQueue } from '../../db/claim.ts';
import { statement } from '../../db/database.ts';
import { queues } from '../../lib/queues.ts';

/** `key` is the id of the observation. */
type UnmatchedSighting = {
  key: number;
  usdot_number: number;
  time_captured: Date;
  traceparent: string | null;
  received_at: Date | null;
  is_decided_again: boolean;
};

/** The queue of sightings that are to be compared with the alerts. */
export const unmatchedQueue = () => new WorkQueue<UnmatchedSighting>(queues.unmatched_sightings);

/**
 * A sighting that changes while a matcher holds its lease is queued again. Removing the lease makes the matcher's own
 * finish ineffective, so the old version is never the last one matched.
 * A new image that was not matched yet stays new.
 */
const QUEUE_AGAIN = `on conflict (id) do update set usdot_number = excluded.usdot_number,
  time_captured = excluded.time_captured, received_at = greatest(unmatched_sightings.received_at, excluded.received_at),
  is_decided_again = unmatched_sightings.is_decided_again and excluded.is_decided_again, due_at = now(), attempts = 0, lease_id = null, failure = null, died_at = null`;

const COLUMNS = 'id, usdot_number, time_captured, organization_id, received_at, is_decided_again';

/** $1 id, $2 carrier, $3 time, $4 organization, $5 when the newest image was received, $6 decided again. */
export const enqueueOne = statement(
  'observations.enqueue-one-unmatched',
  `insert into unmatched_sightings (${COLUMNS}) values ($1, $2, $3, $4, $5, $6) ${QUEUE_AGAIN}`,
);

/** The same as arrays. */
export const enqueue = statement(
  'observations.enqueue-unmatched',
  `insert into unmatched_sightings (${COLUMNS})
   select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::int[], $5::timestamptz[], $6::boolean[])
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
