import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sleep } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import { isAlive } from '../../lib/is-alive.ts';
import type { Cluster } from './cluster.ts';

/** Crash recovery of a large database may take minutes. */
const START_DEADLINE_MS = 5 * 60_000;
const STOP_DEADLINE_MS = 30_000;

export function connectionTo(cluster: Cluster, database: string): pg.ClientConfig {
  return { host: cluster.socketDir, port: 5432, user: 'milepost', password: cluster.password, database };
}

/**
 * Connects to the cluster's server and starts it if it is not running. A server that another process started, or that
 * outlived its killed parent, is used as it is. PostgreSQL's lock file prevents a second server on the same files.
 */
export async function connectOrStart(cluster: Cluster, logFile: string): Promise<pg.Client> {
  const deadline = Date.now() + START_DEADLINE_MS;
  let failure: unknown;
  while (Date.now() < deadline) {
    const connected = await tryConnect(cluster);
    if (connected.client) return connected.client;
    failure = connected.error;
    const pid = await runningPid(cluster);
    if (pid !== null && (await isPostgres(pid))) {
      await sleep(50);
      continue;
    }
    if (pid !== null) await removeStaleLock(cluster, pid);
    const exit = await start(cluster, logFile);
    if (exit.error !== null && !/lock file .* already exists|shared memory block/.test(exit.error)) {
      throw new Error(exit.error);
    }
  }
  throw new Error(`the server did not accept connections in time: ${messageOf(failure)}`);
}

/** Ends all sessions and stops the server. Resolves when the process has ended. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const pid = await runningPid(cluster);
  if (pid === null) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_DEADLINE_MS;
  while (Date.now() < deadline) {
    if (!isAlive(pid) || !(await isPostgres(pid))) return;
    await sleep(20);
  }
}

/** Resolves when the server accepts connections (error null) or has exited before that. */
async function start(cluster: Cluster, logFile: string): Promise<{ error: string | null }> {
  const log = await open(logFile, 'a');
  const from = (await log.stat()).size;
  try {
    const child = spawn(cluster.binaries.postgres, serverArguments(cluster), {
      ...(cluster.user ? { uid: cluster.user.uid, gid: cluster.user.gid } : {}),
      // In its own process group, so that Ctrl-C does not stop the database before the work that uses it.
      detached: true,
      cwd: '/',
      env: { LC_ALL: 'C', PGTZ: 'UTC' },
      stdio: ['ignore', log.fd, log.fd],
    });
    child.unref();
    const exited = once(child, 'exit').then(
      () => true,
      () => true,
    );
    while (true) {
      const { client } = await tryConnect(cluster);
      if (client) {
        await client.end();
        return { error: null };
      }
      const hasExited = await Promise.race([exited, sleep(25).then(() => false)]);
      if (hasExited) return { error: lastErrorIn((await readFile(logFile, 'utf8')).slice(from)) };
    }
  } finally {
    await log.close();
  }
}

function serverArguments(cluster: Cluster): string[] {
  const memoryMb = Math.floor(totalmem() / 1_048_576);
  const options: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: cluster.socketDir,
    unix_socket_permissions: '0700',
    max_connections: '200',
    // A statement on all images locks each of their partitions and its indexes.
    max_locks_per_transaction: '256',
    shared_buffers: `${Math.max(64, Math.min(2_048, Math.floor(memoryMb / 16)))}MB`,
    effective_cache_size: `${Math.floor(memoryMb / 2)}MB`,
    maintenance_work_mem: '256MB',
    work_mem: '16MB',
    max_wal_size: '4GB',
    // Nothing replicates this server. Tables that are created and filled in one transaction then need no WAL.
    wal_level: 'minimal',
    max_wal_senders: '0',
    random_page_cost: '1.1',
    jit: 'off',
    // The queues collect thousands of finished rows in a minute, the default.
    autovacuum_naptime: '15s',
    max_parallel_workers: String(availableParallelism()),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A client that hangs inside a transaction must not hold its locks forever.
    idle_in_transaction_session_timeout: '10min',
  };
  return [
    '-D',
    cluster.dir,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

async function tryConnect(cluster: Cluster): Promise<{ client: pg.Client | null; error?: unknown }> {
  const client = new pg.Client({ ...connectionTo(cluster, 'postgres'), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { client };
  } catch (error) {
    await client.end().catch(() => undefined);
    return { client: null, error };
  }
}

/** After a crash the process id in the lock file may belong to another program. */
async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes('postgres');
}

/** Renames the lock file before deleting it: if another process has started a server in the meantime, it is restored. */
async function removeStaleLock(cluster: Cluster, pid: number): Promise<void> {
  const lock = join(cluster.dir, 'postmaster.pid');
  const aside = `${lock}.stale-${process.pid}`;
  await rename(lock, aside);
  const text = await readFile(aside, 'utf8');
  if (text.startsWith(`${pid}\n`)) await rm(aside);
  else await rename(aside, lock);
}

function lastErrorIn(log: string): string {
  const lines = log.trim().split('\n');
  const error = lines.filter((line) => /FATAL|PANIC|postgres:/.test(line)).at(-1);
  return (error ?? lines.at(-1) ?? 'the server exited').replace(/^.*?(FATAL|PANIC): */, '');
}

/** The process in the lock file of the cluster, if it is alive. It may be another program with a reused id. */
async function runningPid({ dir }: Cluster): Promise<number | null> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null;
}
