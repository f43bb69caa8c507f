import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { OUTCOMES, QUEUE_NAMES } from '../queues.ts';

export const BLOB_OPERATIONS = ['put', 'open', 'delete'] as const;

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const WORK = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const LAG = [1, 5, 15, 60, 300, 900, 3_600, 14_400, 43_200, 86_400, 172_800, 345_600];

export type Metrics = ReturnType<typeof createMetrics>;

/** All metrics of a process. Labels take a fixed set of values: no organization, no id, no address. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'milepost_' });
  // By convention, only counters end with _total. These gauges are the sums of others.
  for (const name of ['resources', 'handles', 'requests'])
    registry.removeSingleMetric(`milepost_nodejs_active_${name}_total`);
  const registers = [registry];
  const counter = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <T extends string>(name: string, help: string, buckets: number[], labelNames: T[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers });

  const collectors: (() => Promise<void> | void)[] = [];
  const metrics = {
    httpRequests: histogram('milepost_http_request_seconds', 'Duration of HTTP requests.', FAST, [
      'method',
      'route',
      'status',
    ]),
    queueItems: counter('milepost_queue_items_total', 'Attempts at items of a queue, by outcome.', [
      'queue',
      'outcome',
    ]),
    queueItemSeconds: histogram(
      'milepost_queue_item_seconds',
      'Duration of an attempt at an item of a queue, or at a batch where items are processed together.',
      WORK,
      ['queue'],
    ),
    stageFailures: counter('milepost_stage_failures_total', 'Rounds of a background stage that failed.', [
      'stage',
    ]),
    recognition: histogram(
      'milepost_recognition_seconds',
      'Time that the recognizer took for an image.',
      WORK,
      ['outcome'],
    ),
    readings: counter('milepost_readings_total', 'Fields read on images, by confidence level.', [
      'field',
      'confidence',
    ]),
    imageResults: counter(
      'milepost_image_results_total',
      'Images by the identifiers that were read on them, or by the reason why there are none.',
      ['result'],
    ),
    deliveryLag: histogram(
      'milepost_delivery_lag_seconds',
      'Time until a webhook delivery succeeded: since its oldest match, or since its alert fired.',
      LAG,
      ['since'],
    ),
    blobSeconds: histogram('milepost_blob_seconds', 'Duration of blob store operations.', FAST, [
      'operation',
      'outcome',
    ]),
    blobBytes: counter('milepost_blob_bytes_total', 'Bytes stored in and opened from the blob store.', [
      'direction',
    ]),
    blobFreeBytes: gauge(
      'milepost_blob_free_bytes',
      'Free space of the file system that images are written to.',
    ),
    ready: gauge('milepost_ready', '1 while a readiness check succeeds, otherwise 0.', ['check']),
    stuck: gauge('milepost_stuck', '1 while a background stage makes no progress, otherwise 0.'),
    poolConnections: gauge('milepost_db_pool_connections', 'Database connections of a pool, by state.', [
      'pool',
      'state',
    ]),
    poolSize: gauge('milepost_db_pool_size', 'Maximum number of database connections of a pool.', ['pool']),
    databaseUp: gauge('milepost_database_up', '1 if the database answered the queries of this scrape.'),
    databaseQuerySeconds: gauge(
      'milepost_database_query_seconds',
      'Time of the queries behind the figures from the database.',
    ),
    queueDepth: gauge('milepost_queue_depth', 'Unfinished items of a queue. Above 1,000 it is an estimate.', [
      'queue',
    ]),
    queueOldest: gauge(
      'milepost_queue_oldest_seconds',
      'How long the oldest due item of a queue has waited.',
      ['queue'],
    ),
    queueDead: gauge('milepost_queue_dead', 'Items that failed for good. Above 1,000 it is an estimate.', [
      'queue',
    ]),
    queueDelayed: gauge(
      'milepost_queue_delayed',
      'Items whose attempts fail for a reason outside them. Above 1,000 it is an estimate.',
      ['queue'],
    ),
    queueDelayedSeconds: gauge(
      'milepost_queue_delayed_seconds',
      'How long attempts at the item that is delayed longest have failed for a reason outside it.',
      ['queue'],
    ),
    deliveriesHeld: gauge(
      'milepost_deliveries_held',
      'Deliveries on hold because their webhook is disabled.',
    ),
    newestImage: gauge('milepost_newest_image_age_seconds', 'Time since the newest image was received.'),
    importAge: gauge(
      'milepost_import_age_seconds',
      'Time since the current file of a dataset was imported.',
      ['dataset'],
    ),
    scoreRunAge: gauge('milepost_score_run_age_seconds', 'Time since the newest run of the safety scores.', [
      'method',
    ]),
  };
  // A counter that starts with its first event has no increase for that event.
  for (const queue of QUEUE_NAMES)
    for (const outcome of OUTCOMES) metrics.queueItems.inc({ queue, outcome }, 0);
  for (const operation of BLOB_OPERATIONS) {
    for (const outcome of ['ok', 'error']) metrics.blobSeconds.zero({ operation, outcome });
  }
  return {
    ...metrics,
    contentType: registry.contentType,
    /** Called before each scrape, to set gauges. */
    onScrape(collect: () => Promise<void> | void): void {
      collectors.push(collect);
    },
    /** The text exposition format. */
    async text(): Promise<string> {
      await Promise.all(collectors.map((collect) => collect()));
      return registry.metrics();
    },
  };
}
