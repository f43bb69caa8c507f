import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const LAUNCHER = join(import.meta.dirname, '../../server/bin/milepost.cjs');

/** Starts the service with the data of the demo in a temporary folder. */
export async function startDemo() {
  const dataDir = await mkdtemp(join(tmpdir(), 'milepost-report-'));
  const env = { PATH: process.env.PATH, HOME: '/', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [LAUNCHER, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  const started = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes('Milepost is running')) resolve();
      });
    child.on('exit', () => reject(new Error(`The service did not start:\n${output}`)));
  });
  await started;
  const pick = (label: string) => new RegExp(`${label} +(\\S+)`).exec(output)?.[1] ?? '';
  return {
    /** Runs a command on the demo. */
    run: async (...args: string[]) => (await execute(process.execPath, [LAUNCHER, ...args], { env })).stdout,
    url: `http://127.0.0.1:${/API +http:\/\/localhost:(\d+)/.exec(output)?.[1]}`,
    credentials: { apiKey: pick('API key'), email: pick('Email'), password: pick('Password') },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
