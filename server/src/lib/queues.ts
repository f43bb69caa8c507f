import { bucketOfImage, bucketOfSighting } from './camera-bucket.ts';

/** A table whose rows are work, and how they are claimed; see db/claim.ts for the columns that it needs. */
export type QueueDefinition = {
  /** In metrics, logs and reports. */
  name: string;
  table: string;
  /** For operators. */
  description: string;
  /** The primary key column and its type. */
  key: string;
  keyType: 'uuid' | 'bigint' | 'integer';
  /** The other columns that a worker needs, as a select list: `sha256, source`. */
  columns: string;
  /** The bucket of the camera that a row belongs to, if the table has that column; it follows from the key. */
  bucketOf?: (key: never) => number;
  /** A cluster distributes the table by bucket. */
  isByCamera?: boolean;
  /** Whether finished rows are kept as a log or deleted. */
  finished: 'keep' | 'delete';
  /** The integer column that rows are claimed fairly by. It leads the index on due rows. */
  fairnessKey: string;
  /**
   * A condition for failed rows that can be processed again; without it, all can. `within` limits the buckets of another table
   * that is distributed like this one.
   */
  revivable?: (within: (alias: string) => string) => string;
  /** Further assignments when a failed row is queued again: `replayed_at = now()`. */
  onRevive?: string;
  /** The rows of a killed worker are claimed again after this time. */
  leaseMs: number;
  maxAttempts: number;
  /** The delay after the n-th failed attempt; n starts at 1. */
  backoffMs(attempt: number): number;
};

/** Multiplied by `factor` with each attempt, up to a maximum. */
const growing = (firstMs: number, factor: number, mostMs: number) => (attempt: number) =>
  Math.min(firstMs * factor ** (attempt - 1), mostMs);

const MAIL_DELAYS_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440];

const QUEUES = [
  {
    name: 'images',
    table: 'image_queue',
    description: 'Images that wait for recognition.',
    key: 'image_id',
    keyType: 'uuid',
    columns: 'correlation_id, traceparent, sighting_id as new_sighting_id',
    bucketOf: bucketOfImage,
    isByCamera: true,
    finished: 'delete',
    fairnessKey: 'organization_id',
    revivable: (within) =>
      `exists (select 1 from images i where i.id = image_id and i.bucket = image_queue.bucket and i.image_deleted_at is null ${within('i')})`,
    // Extended while an image is read.
    leaseMs: 20_000,
    maxAttempts: 3,
    backoffMs: growing(5_000, 4, 600_000),
  },
  {
    name: 'revisits',
    table: 'revisits',
    description: 'Sightings that new evidence may change.',
    key: 'sighting_id',
    keyType: 'bigint',
    columns: 'sighting_id',
    bucketOf: bucketOfSighting,
    finished: 'delete',
    fairnessKey: 'organization_id',
    leaseMs: 30_000,
    maxAttempts: 5,
    backoffMs: growing(1_000, 4, 300_000),
  },
  {
    name: 'unmatched_sightings',
    table: 'unmatched_sightings',
    description: 'Sightings that are to be written to the pages of carriers and compared with the alerts.',
    key: 'id',
    keyType: 'bigint',
    columns: 'traceparent, received_at, is_decided_again, sighting, former, is_matched',
    bucketOf: bucketOfSighting,
    isByCamera: true,
    finished: 'delete',
    fairnessKey: 'organization_id',
    leaseMs: 30_000,
    maxAttempts: 10,
    backoffMs: growing(1_000, 2, 300_000),
  },
  {
    name: 'webhook_deliveries',
    table: 'delivery_queue',
    description: 'Requests to the webhooks of customers.',
    key: 'delivery_id',
    keyType: 'uuid',
    // The number of logged attempts. A delivery that is claimed for the first time has none to count.
    columns: `case when attempts = 1 and restarted_at is null then 0 else
      (select count(*) from webhook_attempts a where a.delivery_id = delivery_queue.delivery_id
          and a.started_at >= coalesce(restarted_at, '-infinity'))::int end as made`,
    finished: 'delete',
    // One per webhook.
    fairnessKey: 'fairness_key',
    onRevive: 'restarted_at = now()',
    // Longer than the wait for a request slot plus the slowest attempt.
    leaseMs: 45_000,
    // The delays between attempts come from the retry schedule of webhooks; these only limit worker crashes.
    maxAttempts: 1_000,
    backoffMs: () => 60_000,
  },
  {
    name: 'mails',
    table: 'mails',
    description: 'Emails to people.',
    key: 'id',
    keyType: 'uuid',
    columns: 'address, kind, subject, content, created_at, firing_id, traceparent',
    finished: 'keep',
    fairnessKey: 'organization_id',
    // Extended while an email is sent.
    leaseMs: 30_000,
    // About two days.
    maxAttempts: MAIL_DELAYS_MINUTES.length + 1,
    backoffMs: (attempt) => (MAIL_DELAYS_MINUTES[attempt - 1] ?? 1_440) * 60_000,
  },
  {
    name: 'watched_carriers',
    table: 'watched_carriers',
    description: 'Watched carriers that may have changed.',
    key: 'id',
    keyType: 'bigint',
    columns: 'usdot_number, facts',
    finished: 'keep',
    fairnessKey: 'organization_id',
    // Extended while the carriers are compared.
    leaseMs: 20_000,
    maxAttempts: 10,
    backoffMs: growing(1_000, 2, 300_000),
  },
] as const satisfies readonly QueueDefinition[];

export type QueueName = (typeof QUEUES)[number]['name'];

/** The queues of the background work, in the order of the work. Claims, metrics, reports and checks follow from them. */
export const queues = Object.fromEntries(QUEUES.map((queue) => [queue.name, queue])) as Record<
  QueueName,
  QueueDefinition
>;

export const QUEUE_NAMES = QUEUES.map(({ name }) => name);

/** `interrupted`: stopped for a reason outside the item, so the attempt is not counted. */
export const OUTCOMES = ['done', 'retry', 'dead', 'interrupted'] as const;
export type Outcome = (typeof OUTCOMES)[number];
