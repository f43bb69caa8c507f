import { join } from 'node:path';
import type pg from 'pg';
import { sleep } from '../../lib/clock.ts';
import { codeOf, messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { LOCKS } from '../advisory-locks.ts';
import { type Cluster, ensureCluster } from './cluster.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { connectionTo, connectOrStart, stopServer } from './postmaster.ts';

type Embedded = {
  connection: pg.ClientConfig;
  clusterDir: string;
  /** Stops using the server. The last process to do so stops it. */
  release(): Promise<void>;
};

export const DATABASE = 'milepost';
const MAX_PAUSE_MS = 5_000;

/** Starts the server under `dataDir`, or uses the one that is already running. Restarts it if it dies. */
export async function openEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const logFile = join(dataDir, 'postgres.log');
  let cluster: Cluster;
  let holder: pg.Client;
  let releasing = false;

  try {
    cluster = await ensureCluster(dataDir);
    holder = await hold(cluster, logFile);
    await ensureDatabase(holder);
  } catch (error) {
    throw explainStartFailure(error, dataDir);
  }
  watch(holder);

  function watch(client: pg.Client): void {
    client.once('end', () => {
      if (!releasing) void restart();
    });
  }

  async function restart(): Promise<void> {
    log.error('embedded PostgreSQL stopped unexpectedly; restarting it');
    for (let pauseMs = 100; !releasing; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        holder = await hold(cluster, logFile);
        watch(holder);
        return log.info('embedded PostgreSQL is running again');
      } catch (error) {
        log.error({ error: messageOf(error) }, 'embedded PostgreSQL could not be started');
        await sleep(pauseMs);
      }
    }
  }

  return {
    connection: connectionTo(cluster, DATABASE),
    clusterDir: cluster.dir,
    async release() {
      releasing = true;
      const isLast = await isLastUser(holder);
      await holder.end().catch(() => undefined);
      if (isLast) await stopServer(cluster);
    },
  };
}

/** Connects and takes the shared lock. Retries if another process is stopping the server at the moment. */
async function hold(cluster: Cluster, logFile: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = await connectOrStart(cluster, logFile);
    try {
      await client.query('select pg_advisory_lock_shared($1)', [LOCKS.embeddedServerUsers]);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (attempt === 20) throw error;
      await sleep(100);
    }
  }
}

async function isLastUser(holder: pg.Client): Promise<boolean> {
  try {
    await holder.query('select pg_advisory_unlock_shared($1)', [LOCKS.embeddedServerUsers]);
    const { rows } = await holder.query('select pg_try_advisory_lock($1) as alone', [
      LOCKS.embeddedServerUsers,
    ]);
    return rows[0].alone;
  } catch {
    return false;
  }
}

async function ensureDatabase(holder: pg.Client): Promise<void> {
  const { rowCount } = await holder.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (rowCount) return;
  await holder.query(`create database ${DATABASE}`).catch((error) => {
    // Another process created it first.
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
  });
}
