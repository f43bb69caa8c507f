import { WorkQueue } from '../../db/claim.ts';
import { statement } from '../../db/database.ts';
import { queues } from '../../lib/queues.ts';
import { EMPTY, type ForSignals, type Observation, withoutSignalFields } from './observation.ts';

/** What alerts and their notifications need of a sighting beside its observation. */
export type SightingDetails = {
  /** Every line of text in its images. */
  lines?: string[];
  /** The view that each image shows, as named by recognition; absent if recognition did not report it. */
  views?: { image_id: string; shows: string }[];
  /** Confidence of the plate, 0 to 1; absent if unknown. */
  plate_confidence?: number;
  /** Legal name of the carrier; absent if unknown. */
  carrier_name?: string;
};

/** A sighting as the alerts compare it. */
export type AlertedSighting = Omit<Observation, ForSignals | 'type'> & SightingDetails;

export function alertedSighting<Sighting extends Observation>(
  sighting: Sighting,
): Omit<Omit<Sighting, ForSignals>, 'type'> {
  const { type: _, ...alerted } = withoutSignalFields(sighting);
  return alerted;
}

/** `key` is the id of the observation; `sighting` is null when it no longer exists. */
type UnmatchedSighting = {
  key: number;
  traceparent: string | null;
  received_at: Date | null;
  is_decided_again: boolean;
  sighting: unknown;
};

/** The queue of sightings that are to be compared with the alerts. */
export const unmatchedQueue = () => new WorkQueue<UnmatchedSighting>(queues.unmatched_sightings);

/** As it is stored in the queue. Empty fields are left out to keep it small. */
export function queuedForm(sighting: Observation & SightingDetails): string {
  const isEmpty = (value: unknown) => value === '' || value === false || value === null || value === 'N/A';
  const entries = Object.entries(alertedSighting(sighting));
  return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => !isEmpty(value))));
}

const NOTHING = withoutSignalFields(EMPTY);

export function queuedSighting(json: unknown): AlertedSighting {
  const sighting = json as AlertedSighting;
  return { ...NOTHING, ...sighting, time_captured: new Date(sighting.time_captured) };
}

/**
 * A sighting that changes while a matcher holds its lease is queued again. Removing the lease makes the matcher's own
 * finish ineffective, so the old version is never the last one matched.
 * A new image that was not matched yet stays new.
 */
const QUEUE_AGAIN = `on conflict (id) do update set sighting = excluded.sighting,
  received_at = greatest(unmatched_sightings.received_at, excluded.received_at),
  is_decided_again = unmatched_sightings.is_decided_again and excluded.is_decided_again, due_at = now(), attempts = 0, lease_id = null, failure = null, died_at = null`;

const COLUMNS = 'id, sighting, organization_id, received_at, is_decided_again';

/** $1 id, $2 sighting, $3 organization, $4 when the newest image was received, $5 decided again. */
export const enqueueOne = statement(
  'observations.enqueue-one-unmatched',
  `insert into unmatched_sightings (${COLUMNS}) values ($1, $2, $3, $4, $5) ${QUEUE_AGAIN}`,
);

/** The same as arrays. */
export const enqueue = statement(
  'observations.enqueue-unmatched',
  `insert into unmatched_sightings (${COLUMNS})
   select id, sighting::json, organization_id, received_at, is_decided_again
     from unnest($1::bigint[], $2::text[], $3::int[], $4::timestamptz[], $5::boolean[]) as q (${COLUMNS})
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
