import { WorkQueue } from '../../db/claim.ts';
import { type Db, statement, type Transaction } from '../../db/database.ts';
import { bucketOfSighting, forBuckets } from '../../lib/camera-bucket.ts';
import { columnsOf } from '../../lib/columns-of.ts';
import { queues } from '../../lib/queues.ts';
import {
  EMPTY,
  type HiddenField,
  type Observation,
  type ObservationKey,
  withoutHiddenFields,
} from './observation.ts';

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
  /** Numbers of containers and of their chassis; absent if there are none. */
  containers?: string[];
  chassis?: string[];
  /** Fields that a person typed; absent if there are none. */
  typed?: string[];
};

export type VehicleDetails = Pick<SightingDetails, 'containers' | 'chassis' | 'typed'>;

/** A sighting as the alerts compare it. */
export type AlertedSighting = Omit<Observation, HiddenField | 'type'> & SightingDetails;

export function alertedSighting<Sighting extends Observation>(
  sighting: Sighting,
): Omit<Omit<Sighting, HiddenField>, 'type'> {
  const { type: _, ...alerted } = withoutHiddenFields(sighting);
  return alerted;
}

/** A key of an observation beside its id, as JSON. */
type StoredKey = { usdot_number: number; time_captured: string };

/** `key` is the id of the observation; `sighting` is null when it no longer exists. */
export type UnmatchedSighting = {
  key: number;
  traceparent: string | null;
  received_at: Date | null;
  is_decided_again: boolean;
  sighting: unknown;
  former: StoredKey[] | null;
  is_matched: boolean;
};

/** The queue of sightings whose observations are to be written, and that are to be compared with the alerts. */
export const unmatchedQueue = () => new WorkQueue<UnmatchedSighting>(queues.unmatched_sightings);

/** As it is stored in the queue. Empty fields are left out to keep it small. */
export function queuedForm({ type: _, ...sighting }: Observation & SightingDetails): string {
  const isEmpty = (value: unknown) => value === '' || value === false || value === null || value === 'N/A';
  const entries = Object.entries(sighting);
  return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => !isEmpty(value))));
}

type WholeSighting = Observation & SightingDetails;

function wholeSighting(json: unknown): WholeSighting {
  const sighting = json as WholeSighting;
  return { ...EMPTY, ...sighting, time_captured: new Date(sighting.time_captured), type: 'Detection' };
}

/** A queued sighting as the alerts compare it. */
export const queuedSighting = (json: unknown): AlertedSighting => alertedSighting(wholeSighting(json));

/** Whether the name of another carrier is beside the USDOT number of a queued sighting. */
export function hasConflictingName(json: unknown): boolean {
  return (json as Partial<WholeSighting> | null)?.has_conflicting_name === true;
}

/** The observation of a queued sighting. */
export function queuedObservation(json: unknown): Observation {
  const { lines: _, views: __, plate_confidence: ___, carrier_name: ____, ...rest } = wholeSighting(json);
  const { containers: _____, chassis: ______, typed: _______, ...fields } = rest;
  return fields;
}

/** What its observation does not have, and look-ups by value need. */
export function queuedVehicles(json: unknown): VehicleDetails {
  const { containers, chassis, typed } = wholeSighting(json);
  return { containers, chassis, typed };
}

/** The keys under which the observation of a queued sighting may stand. */
export function formerKeys({ key, former }: Pick<UnmatchedSighting, 'key' | 'former'>): ObservationKey[] {
  return (former ?? []).map(({ usdot_number, time_captured }) => {
    return { usdot_number, time_captured: new Date(time_captured), id: key };
  });
}

/**
 * A sighting that changes while a worker holds its lease is queued again. Removing the lease makes the worker's own
 * finish ineffective, so the old version is never the last one written and matched.
 * A new image that was not matched yet stays new. The former keys are a set: on Citus, a worker that crashed may have written
 * any version that was queued. The new row is due now; Citus rejects now() here.
 */
const QUEUE_AGAIN = `on conflict (id, bucket) do update set sighting = excluded.sighting,
  received_at = greatest(unmatched_sightings.received_at, excluded.received_at),
  is_decided_again = unmatched_sightings.is_decided_again and excluded.is_decided_again,
  former = case when coalesce(unmatched_sightings.former, '[]') @> coalesce(excluded.former, '[]') then unmatched_sightings.former
                else coalesce(unmatched_sightings.former, '[]') || excluded.former end,
  is_matched = false, due_at = excluded.due_at, attempts = 0, lease_id = null, failure = null, died_at = null, delayed_since = null`;

const COLUMNS = 'id, bucket, sighting, organization_id, received_at, is_decided_again, former';

/** $1 id, $2 bucket, $3 sighting, $4 organization, $5 when the newest image was received, $6 decided again, $7 its former key. */
const enqueueOne = statement(
  'observations.enqueue-one-unmatched',
  `insert into unmatched_sightings (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7) ${QUEUE_AGAIN}`,
);

/** The same as arrays. */
const enqueue = statement(
  'observations.enqueue-unmatched',
  `insert into unmatched_sightings (${COLUMNS})
   select id, bucket, sighting::json, organization_id, received_at, is_decided_again, former::jsonb
     from unnest($1::bigint[], $2::smallint[], $3::text[], $4::int[], $5::timestamptz[], $6::boolean[], $7::text[]) as q (${COLUMNS})
   order by 1 ${QUEUE_AGAIN}`,
);

/** A row of the queue when it is written. */
type Queued = {
  id: number;
  /** In the form of the queue; null when the sighting no longer exists. */
  sighting: string | null;
  organizationId: number;
  /** When the newest image was received. Without it, its age does not matter. */
  receivedAt?: Date | undefined;
  /** Decided again without a new image. */
  isDecidedAgain: boolean;
  /** The key of the version before, if there was one. */
  former: ObservationKey | null;
};

export async function enqueueSightings(tx: Transaction, queued: Queued[]): Promise<void> {
  const rows = queued.map((row) => ({
    ...row,
    bucket: bucketOfSighting(row.id),
    former: storedKeys(row.former),
  }));
  const columns = columnsOf(
    rows,
    'id',
    'bucket',
    'sighting',
    'organizationId',
    'receivedAt',
    'isDecidedAgain',
    'former',
  );
  if (queued.length !== 1) await tx.run(enqueue, columns);
  else
    await tx.run(
      enqueueOne,
      columns.map(([only]) => only),
    );
}

function storedKeys(key: ObservationKey | null): string | null {
  if (key === null) return null;
  const { usdot_number, time_captured } = key;
  return JSON.stringify([{ usdot_number, time_captured }]);
}

const trace = statement(
  'observations.trace-unmatched',
  'update unmatched_sightings set traceparent = $2 where id = $1 and bucket = $3',
);

/** Sent only while tracing is on. */
export function traceUnmatched(tx: Transaction, id: number, traceparent: string): Promise<number> {
  return tx.run(trace, [id, traceparent, bucketOfSighting(id)]);
}

const dequeue = statement(
  'observations.dequeue-unmatched',
  'delete from unmatched_sightings where id = any($1::bigint[]) and bucket = $2 returning id as key, former',
);

/**
 * Deletes the rows of sightings. Returns the keys under which their observations may stand, beside those in `sightings`. A
 * worker that is writing them has committed when this ends, or writes nothing.
 */
export async function dequeueSightings(tx: Transaction, ids: number[]): Promise<ObservationKey[]> {
  const rows = await forBuckets(ids, bucketOfSighting, (own, bucket) =>
    tx.rows<Pick<UnmatchedSighting, 'key' | 'former'>>(dequeue, [own, bucket]),
  );
  return rows.flat().flatMap(formerKeys);
}

const waiting = statement(
  'observations.waiting',
  'select sighting from unmatched_sightings where id = any($1::bigint[]) and bucket = $2 and sighting is not null',
);

/**
 * Those of these observations that are not written in their current form yet. Read them before the observations: what is not
 * waiting is written.
 */
export async function waitingObservations(db: Db, ids: readonly number[]): Promise<Map<number, Observation>> {
  const rows = await forBuckets(ids, bucketOfSighting, (own, bucket) =>
    db.rows<{ sighting: unknown }>(waiting, [own, bucket]),
  );
  return new Map(
    rows
      .flat()
      .map(({ sighting }) => queuedObservation(sighting))
      .map((row) => [row.id, row]),
  );
}

const changing = statement(
  'observations.changing',
  `select id from unmatched_sightings
    where id = any($1::bigint[]) and bucket = $2 and due_at is not null and not is_matched`,
);

/** Those of these sightings that are to be matched, maybe again. */
export async function changingSightings(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await forBuckets(ids, bucketOfSighting, (own, bucket) =>
    db.rows<{ id: number }>(changing, [own, bucket]),
  );
  return new Set(rows.flat().map(({ id }) => id));
}
