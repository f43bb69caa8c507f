import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { runCli } from '../../src/cli/run.ts';
import { closing } from './closing.ts';
import { PATIENT } from './patient.ts';

export { temporaryFolder } from './temporary-folder.ts';

const LAUNCHER = join(import.meta.dirname, '../../bin/milepost.cjs');
/** Long enough for a machine that runs other things. */
const DEADLINE_MS = 300_000;

export type Running = {
  child: ChildProcess;
  pid: number;
  url: string;
  /** Everything printed so far. */
  output(): string;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

type Options = {
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  input?: string;
  /** Kills the process with SIGKILL. */
  signal?: AbortSignal;
};

/** Starts `milepost start|serve|work` in a new process and waits until it is ready. */
export async function startMilepost(
  dataDir: string,
  command = 'start',
  options: Options = {},
): Promise<Running> {
  const { child, output } = launch([command], dataDir, options);
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  closing(() => {
    child.kill('SIGTERM');
    return exited;
  });
  const deadline = Date.now() + DEADLINE_MS;
  while (!output().includes('Milepost is running')) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`did not start:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const port = /API +http:\/\/localhost:(\d+)/.exec(output())?.[1];
  return { child, pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, output, exited };
}

type Finished = { code: number | null; stdout: string; stderr: string };

/** Runs a command in this process, which is much faster than a new one. */
export async function milepost(
  args: string[],
  dataDir: string,
  { env = {}, input = '' }: Pick<Options, 'env' | 'input'> = {},
): Promise<Finished> {
  const texts = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof texts) =>
    new Writable({
      write(chunk, _encoding, done) {
        texts[name] += chunk;
        done();
      },
    });
  const code = await runCli(args, {
    env: { DATA_DIR: dataDir, PORT: '0', ...PATIENT, ...env },
    stdin: Readable.from([input]),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
  });
  return { code, ...texts };
}

/** Starts a command in a new process, for example to kill it. */
export function spawnMilepost(args: string[], dataDir: string, options: Options = {}) {
  const { child, output } = launch(args, dataDir, options);
  return { child, output, exited: once(child, 'exit') };
}

/** Runs a command in a new process and waits for its exit. */
export async function milepostProcess(
  args: string[],
  dataDir: string,
  options: Options = {},
): Promise<Finished> {
  const { child, stdout, stderr } = launch(args, dataDir, options);
  options.signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  const timer = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, stdout: stdout(), stderr: stderr() };
}

function launch(args: string[], dataDir: string, { env = {}, uid, gid, input }: Options) {
  const base = { PATH: process.env.PATH ?? '', HOME: '/', DATA_DIR: dataDir, PORT: '0', ...PATIENT, ...env };
  const identity = uid === undefined ? {} : { uid, gid };
  const child = spawn(process.execPath, [LAUNCHER, ...args], { env: base, cwd: '/', ...identity });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    texts.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    texts.err += chunk;
  });
  return { child, stdout: () => texts.out, stderr: () => texts.err, output: () => texts.out + texts.err };
}

export async function eventually(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  for (let failure: unknown; ; ) {
    try {
      if (await check()) return;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > deadline) throw new Error(`timed out: ${what}`, { cause: failure });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The credentials in the banner of `milepost start`. */
export function credentialsIn(output: string) {
  const pick = (label: string) => new RegExp(`${label} +(\\S+)`).exec(output)?.[1] ?? '';
  return { apiKey: pick('API key'), email: pick('Email'), password: pick('Password') };
}

type Token = { access_token_data: { token: string } };

/** Reads the body, because an unread response keeps the process alive. */
export async function signIn(url: string, { apiKey, email, password }: ReturnType<typeof credentialsIn>) {
  const response = await fetch(`${url}/auth/token`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const text = await response.text();
  return { status: response.status, token: () => (JSON.parse(text) as Token).access_token_data.token };
}

export async function statusOf(url: string, options: RequestInit = {}): Promise<number> {
  const response = await fetch(url, options);
  await response.arrayBuffer();
  return response.status;
}
