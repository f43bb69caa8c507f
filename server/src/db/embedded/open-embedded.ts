import { join } from 'node:path';
import type pg from 'pg';
import { sleep } from '../../lib/clock.ts';
import { codeOf, messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { LOCKS } from '../advisory-locks.ts';
import { type Cluster, ensureCluster } from './cluster.ts';
import { explainFailure } from './explain-failure.ts';
import { connectionTo, connectOrStart, stopServer } from './postmaster.ts';

export type Embedded = {
  connection: pg.ClientConfig;
  clusterDir: string;
  /** Gives the server up; the last process to do so stops it. */
  release(): Promise<void>;
};

const DATABASE = 'milepost';
const LONGEST_PAUSE_MS = 5_000;

/** The embedded server under `dataDir`: started, taken over or shared, and restarted should it die. */
export async function openEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const cluster = await ensureCluster(dataDir);
  const logFile = join(dataDir, 'postgres.log');
  let keeper: pg.Client;
  let releasing = false;

  try {
    keeper = await hold(cluster, logFile);
    await ensureDatabase(keeper);
  } catch (error) {
    throw explainFailure(error, dataDir);
  }
  watch(keeper);

  function watch(client: pg.Client): void {
    client.once('end', () => {
      if (!releasing) void revive();
    });
  }

  async function revive(): Promise<void> {
    log.error('the embedded PostgreSQL went away; starting it again');
    for (let pauseMs = 100; !releasing; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        keeper = await hold(cluster, logFile);
        watch(keeper);
        return log.info('the embedded PostgreSQL is back');
      } catch (error) {
        log.error({ error: messageOf(error) }, 'the embedded PostgreSQL does not start');
        await sleep(pauseMs);
      }
    }
  }

  return {
    connection: connectionTo(cluster, DATABASE),
    clusterDir: cluster.dir,
    async release() {
      releasing = true;
      const alone = await isLastUser(keeper);
      await keeper.end().catch(() => undefined);
      if (alone) await stopServer(cluster);
    },
  };
}

/** Connects and joins the users. A server that is just being stopped by its last user is waited out. */
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

async function isLastUser(keeper: pg.Client): Promise<boolean> {
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [LOCKS.embeddedServerUsers]);
    const { rows } = await keeper.query('select pg_try_advisory_lock($1) as alone', [
      LOCKS.embeddedServerUsers,
    ]);
    return rows[0].alone;
  } catch {
    return false;
  }
}

async function ensureDatabase(keeper: pg.Client): Promise<void> {
  const { rowCount } = await keeper.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (rowCount) return;
  await keeper.query(`create database ${DATABASE}`).catch((error) => {
    // Another process was quicker.
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
  });
}
