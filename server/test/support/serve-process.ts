import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

export type ServeProcess = {
  origin: string;
  pid: number;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  residentBytes(): number;
};

const MAIN = join(import.meta.dirname, '../../bin/milepost.cjs');

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts `milepost serve` in a new process and waits until it responds. Also works outside the test runner. */
export async function startServing(
  env: Record<string, string>,
  { maxFileKilobytes }: { maxFileKilobytes?: number } = {},
): Promise<ServeProcess> {
  // POSIX counts in blocks of 512 bytes; some shells in 1,024.
  const limit = maxFileKilobytes === undefined ? '' : `ulimit -f ${maxFileKilobytes}; `;
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, MAIN, 'serve'], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
    stdio: 'ignore',
  });
  // A failed test must not wait for the process or leave it running.
  child.unref();
  process.once('exit', () => child.kill('SIGKILL'));
  const gone = once(child, 'exit');
  const origin = `http://127.0.0.1:${env.PORT}`;
  for (let attempt = 0; !(await responds(origin)); attempt++) {
    if (child.exitCode !== null || attempt > 12_000) throw new Error('milepost serve did not start');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return {
    origin,
    pid: child.pid ?? 0,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    residentBytes: () => residentBytes(child),
  };
}

async function responds(origin: string): Promise<boolean> {
  return fetch(`${origin}/health`).then(
    (response) => response.body?.cancel().then(() => true) ?? true,
    () => false,
  );
}

function residentBytes({ pid }: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  }
}
