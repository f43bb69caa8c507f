import type { Settings } from '../config/settings.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { checkNodes } from '../db/nodes/citus-nodes.ts';
import type { BlobStore } from '../domain/images/blob-store.ts';
import type { Recognizer } from '../domain/recognition/recognizer.ts';
import { operatorError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { Health } from '../lib/telemetry/health.ts';
import { createMetrics } from '../lib/telemetry/metrics.ts';
import type { Telemetry } from '../lib/telemetry/telemetry.ts';
import { noTracing, type Tracing } from '../lib/telemetry/tracing.ts';
import type { Base } from './builder-base.ts';

/** A check of a bucket is a request that may be billed. */
const BUCKET_CACHE_MS = 30_000;
const BLOB_CACHE_MS = 5_000;
const RECOGNIZER_CACHE_MS = 5_000;
/** Opens a connection to each node. */
const NODES_CACHE_MS = 10_000;

export async function buildTelemetry({ tracing }: Settings, log: Log): Promise<Telemetry> {
  const health = new Health(log);
  const metrics = createMetrics();
  metrics.onScrape(async () => {
    metrics.stuck.set(health.stuck() === null ? 0 : 1);
    for (const { name, problem } of await health.readiness()) {
      metrics.ready.set({ check: name }, problem === null ? 1 : 0);
    }
  });
  return { health, metrics, tracing: await openTracing(tracing, log) };
}

/** The OpenTelemetry packages are loaded only when they are used. */
async function openTracing({ endpoint, ...options }: Settings['tracing'], log: Log): Promise<Tracing> {
  if (endpoint === null) return noTracing;
  const { openOtlpTracing } = await import('../adapters/tracing/otlp-tracing.ts');
  return openOtlpTracing({ endpoint, ...options }, log);
}

/** Readiness of every process: database, schema, image store. */
export function checkStores({ settings, db, telemetry }: Base, blobs: BlobStore): void {
  const { health, metrics } = telemetry;
  health.addCheck({
    name: 'database',
    problem: 'The database cannot be reached.',
    run: () => db.pool.query('select'),
  });
  health.addCheck({
    name: 'schema',
    problem: 'The schema cannot be checked.',
    async run() {
      // A database that cannot be reached is the finding of the other check.
      const pending = await pendingMigrations(db).catch(() => []);
      if (pending.length > 0) throw operatorError(`The schema lacks ${pending.join(', ')}.`);
    },
  });
  health.addCheck({
    name: 'nodes',
    problem: 'The nodes of the database cannot be checked.',
    // Carriers on the other nodes are served.
    isPartial: true,
    cacheMs: NODES_CACHE_MS,
    run: () => checkNodes(db),
  });
  health.addCheck({
    name: 'blobs',
    problem: 'Images cannot be stored.',
    isPartial: true,
    cacheMs: settings.blobs.kind === 's3' ? BUCKET_CACHE_MS : BLOB_CACHE_MS,
    async run() {
      await blobs.check();
      if ((await blobs.staging.freeBytes()) < settings.images.minFreeBytes)
        throw operatorError('The disk for images is almost full.');
    },
  });
  metrics.onScrape(async () => {
    const freeBytes = await blobs.staging.freeBytes().catch(() => null);
    if (freeBytes !== null) metrics.blobFreeBytes.set(freeBytes);
  });
}

export function checkRecognizer({ health }: Telemetry, recognizer: Recognizer): void {
  health.addCheck({
    name: 'recognizer',
    problem: 'The recognizer cannot be used.',
    isPartial: true,
    cacheMs: RECOGNIZER_CACHE_MS,
    run: () => recognizer.check(),
  });
}
