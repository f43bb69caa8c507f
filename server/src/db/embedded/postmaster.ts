import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sleep } from '../../lib/clock.ts';
import { codeOf, messageOf } from '../../lib/errors.ts';
import type { Cluster } from './cluster.ts';

/** Crash recovery of a large database may take minutes; a dead start is seen at once by its exit. */
const START_DEADLINE_MS = 5 * 60_000;
const STOP_DEADLINE_MS = 30_000;

export function connectionTo(cluster: Cluster, database: string): pg.ClientConfig {
  return { host: cluster.socketDir, port: 5432, user: 'milepost', password: cluster.password, database };
}

/**
 * A connection to the cluster's running server, which is started if none runs. A server that another
 * process started, or that outlived a killed parent, is taken as it is: PostgreSQL's own lock file keeps
 * a second one from starting on the same files.
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
    if (exit.complaint !== null && !/lock file .* already exists|shared memory block/.test(exit.complaint)) {
      throw new Error(exit.complaint);
    }
  }
  throw new Error(`the server did not answer in time: ${messageOf(failure)}`);
}

/** Asks the server to end its sessions and stop; returns once its files are settled. */
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

/** Resolves when the server answers (complaint null) or has exited without ever answering. */
async function start(cluster: Cluster, logFile: string): Promise<{ complaint: string | null }> {
  const log = await open(logFile, 'a');
  const from = (await log.stat()).size;
  try {
    const child = spawn(cluster.binaries.postgres, serverArguments(cluster), {
      ...(cluster.user ? { uid: cluster.user.uid, gid: cluster.user.gid } : {}),
      // Its own process group: Ctrl-C must reach us first, so that work ends before the database does.
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
        return { complaint: null };
      }
      const over = await Promise.race([exited, sleep(25).then(() => false)]);
      if (over) return { complaint: complaintIn((await readFile(logFile, 'utf8')).slice(from)) };
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
    shared_buffers: `${Math.max(64, Math.min(2_048, Math.floor(memoryMb / 16)))}MB`,
    effective_cache_size: `${Math.floor(memoryMb / 2)}MB`,
    maintenance_work_mem: '256MB',
    work_mem: '16MB',
    max_wal_size: '4GB',
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers: String(availableParallelism()),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A folder that was deleted under a running server must not keep the server for ever.
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

async function runningPid(cluster: Cluster): Promise<number | null> {
  const text = await readFile(join(cluster.dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The number in a lock file left by a crash may meanwhile belong to somebody else. */
async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes('postgres');
}

/** Renamed, not deleted: should another process have started a server in between, its file is put back. */
async function removeStaleLock(cluster: Cluster, pid: number): Promise<void> {
  const lock = join(cluster.dir, 'postmaster.pid');
  const aside = `${lock}.stale-${process.pid}`;
  await rename(lock, aside);
  const text = await readFile(aside, 'utf8');
  if (text.startsWith(`${pid}\n`)) await rm(aside);
  else await rename(aside, lock);
}

function complaintIn(log: string): string {
  const lines = log.trim().split('\n');
  const worst = lines.filter((line) => /FATAL|PANIC|postgres:/.test(line)).at(-1);
  return (worst ?? lines.at(-1) ?? 'the server exited').replace(/^.*?(FATAL|PANIC): */, '');
}
