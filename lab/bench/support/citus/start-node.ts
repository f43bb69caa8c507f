import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { serviceUser } from '../../../../server/src/db/embedded/service-user.ts';
import { freePort } from '../../../../server/test/support/serve-process.ts';
import { sleep } from '../bench.ts';

const ROLE = 'postgres';

export type Node = {
  name: string;
  port: number;
  connection: pg.ClientConfig;
  /** Of the server process. */
  pid(): number;
  /** Ends the server and all its sessions at once, like a crash. */
  crash(): Promise<void>;
  start(): Promise<void>;
};

/** A PostgreSQL on loopback, without passwords, with durable commits. */
export async function startNode(
  cleanup: AsyncDisposableStack,
  bin: string,
  folder: string,
  name: string,
  settings: Record<string, string>,
): Promise<Node> {
  const data = join(folder, name.replaceAll(' ', '-'));
  const user = serviceUser();
  // Without HOME, a node does not look for certificates of the user that started the benchmark.
  const as = { cwd: '/', env: { LC_ALL: 'C' }, ...(user && { uid: user.uid, gid: user.gid }) };
  await chmod(folder, 0o755);
  await mkdir(data, { mode: 0o700 });
  if (user) await chown(data, user.uid, user.gid);
  const args = ['-D', data, '-U', ROLE, '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  const made = spawnSync(join(bin, 'initdb'), args, { ...as, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const connection = { host: '127.0.0.1', port, user: ROLE, database: 'postgres' };
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const options = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  let server: ChildProcess;
  const start = async () => {
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...as,
      stdio: 'ignore',
    });
    for (let tries = 0; !(await answers(connection)); tries++) {
      if (server.exitCode !== null || tries > 600) throw new Error(`PostgreSQL ${name} did not start`);
      await sleep(100);
    }
  };
  const stop = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  await start();
  cleanup.defer(() => stop('SIGINT'));
  return { name, port, connection, pid: () => server.pid ?? 0, crash: () => stop('SIGQUIT'), start };
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  return onNode(connection, async () => true).catch(() => false);
}

export async function onNode<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
