import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Database, Db } from '../db/database.ts';
import type { Reader } from '../db/reader.ts';
import { currentLoads } from '../domain/federal/loads.ts';
import { newestImageAt } from '../domain/images/image-rows.ts';
import { readQueues } from '../domain/queues/queues.ts';
import { newestRuns } from '../domain/safety/stored-runs.ts';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/telemetry/metrics.ts';

/** Figures are read at most once in this time, however often they are scraped. */
const CACHE_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 1_000;

/** Figures from the database: queues, imports, runs. Returns a function that closes its connection. */
export function measureDatabase(metrics: Metrics, database: Database, log: Log): () => Promise<void> {
  // One connection, so that a slow figure cannot use up the pool.
  const own = database.openSecondPool(1, `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`);
  let readUntil = 0;
  let reading: Promise<void> | null = null;
  const read = async () => {
    const startedAt = performance.now();
    try {
      await readFigures(metrics, own, new Date());
      metrics.databaseUp.set(1);
    } catch (error) {
      // An old figure would hide the problem.
      forgetFigures(metrics);
      metrics.databaseUp.set(0);
      log.warn({ error: messageOf(error) }, 'the figures from the database could not be read');
    }
    metrics.databaseQuerySeconds.set((performance.now() - startedAt) / 1_000);
    readUntil = performance.now() + CACHE_MS;
  };
  metrics.onScrape(() => {
    if (performance.now() < readUntil) return undefined;
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  });
  return () => own.close();
}

async function readFigures(metrics: Metrics, db: Db, now: Date): Promise<void> {
  const ageSeconds = (since: Date) => Math.max(0, now.getTime() - since.getTime()) / 1_000;
  let allHeld = 0;
  for (const { queue, depth, oldestSeconds, dead, delayed, delayedSeconds, held } of await readQueues(db)) {
    metrics.queueDepth.set({ queue }, depth);
    metrics.queueOldest.set({ queue }, oldestSeconds);
    metrics.queueDead.set({ queue }, dead);
    metrics.queueDelayed.set({ queue }, delayed);
    metrics.queueDelayedSeconds.set({ queue }, delayedSeconds);
    allHeld += held;
  }
  metrics.deliveriesHeld.set(allHeld);
  const newest = await newestImageAt(db);
  if (newest) metrics.newestImage.set(ageSeconds(newest));
  else metrics.newestImage.remove();
  for (const { dataset, loaded_at } of await currentLoads(db)) {
    metrics.importAge.set({ dataset }, ageSeconds(loaded_at));
  }
  for (const { method, created_at } of await newestRuns(db)) {
    metrics.scoreRunAge.set({ method }, ageSeconds(created_at));
  }
}

function forgetFigures(metrics: Metrics): void {
  const { queueDepth, queueOldest, queueDead, queueDelayed, queueDelayedSeconds, importAge, scoreRunAge } =
    metrics;
  const ofQueues = [queueDepth, queueOldest, queueDead, queueDelayed, queueDelayedSeconds];
  for (const gauge of [...ofQueues, importAge, scoreRunAge]) gauge.reset();
  metrics.deliveriesHeld.remove();
  metrics.newestImage.remove();
}

type NamedPool = { name: string; pool: pg.Pool };

export function measurePools(
  { onScrape, poolConnections, poolSize }: Metrics,
  database: Database,
  readers: { name: string; reader: Reader }[],
): void {
  const pools: NamedPool[] = [
    { name: 'main', pool: database.pool },
    ...readers.flatMap(({ name, reader }) =>
      reader.pools.map((one) => ({
        name: one.name === 'replica' ? `${name}-replica` : name,
        pool: one.pool,
      })),
    ),
  ];
  // The sections of a profile have a pool each; together they are one series.
  onScrape(async () => {
    // The pool assigns a free connection in the next tick: until then, the queries of this scrape would count as waiting.
    await setImmediate();
    for (const [name, group] of Map.groupBy(pools, (one) => one.name)) {
      const sum = (of: (pool: pg.Pool) => number) => group.reduce((total, { pool }) => total + of(pool), 0);
      const states = {
        idle: sum((pool) => pool.idleCount),
        used: sum((pool) => pool.totalCount - pool.idleCount),
        waiting: sum((pool) => pool.waitingCount),
      };
      for (const [state, count] of Object.entries(states)) poolConnections.set({ pool: name, state }, count);
      poolSize.set(
        { pool: name },
        sum((pool) => pool.options.max ?? 0),
      );
    }
  });
}
