// Runs the steps of deploy/Containerfile in a scratch folder, without a container engine, then starts the product from it
// as another user with a read-only application folder. Reports the size of the files. The base image is not included:
// the steps run on this machine's Node. Usage: node scripts/check-image.mjs [--keep]
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));
const MAX_MB = 700;
const START_MS = 180_000;
/** "nobody", which every Linux has; the user of the image may not exist here. */
const USER = 65_534;
/** Not copied: what .containerignore excludes inside the folders that it includes. */
const IGNORED = new Set(['node_modules', 'dist', 'test']);

/** The instructions of a Containerfile: comments removed, continued lines joined. */
export function parseContainerfile(text) {
  return text
    .replace(/^\s*#.*$/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      if (!name) throw new Error(`not an instruction: ${line}`);
      return { name, rest };
    });
}

/** Executes the instructions. Returns the root folder of the last stage and its settings. */
function build(instructions, scratch) {
  const stages = new Map();
  let stage = null;
  for (const { name, rest } of instructions) {
    if (name === 'FROM') {
      const alias = / AS (\S+)$/.exec(rest)?.[1] ?? 'final';
      stage = { root: join(scratch, alias), cwd: '/', env: {}, entrypoint: [], healthcheck: [], user: '0' };
      stages.set(alias, stage);
      mkdirSync(stage.root);
    } else if (name === 'WORKDIR') {
      stage.cwd = rest;
      mkdirSync(join(stage.root, rest), { recursive: true });
    } else if (name === 'ENV') {
      for (const [, key, value] of rest.matchAll(/(\S+?)=(\S+)/g)) stage.env[key] = value;
    } else if (name === 'COPY') copy(rest, stage, stages);
    else if (name === 'RUN') run(rest, stage);
    else if (name === 'USER') stage.user = rest;
    else if (name === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest);
    else if (name === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
    else if (!['LABEL', 'EXPOSE', 'VOLUME', 'CMD', 'ARG'].includes(name)) throw new Error(`unknown: ${name}`);
  }
  return stage;
}

function copy(rest, stage, stages) {
  const words = rest.split(/\s+/);
  const options = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = options.find((option) => option.startsWith('--from='))?.slice(7);
  const owner = options.find((option) => option.startsWith('--chown='))?.slice(8);
  const source = from ? stages.get(from)?.root : repository;
  if (!source) throw new Error(`COPY from an unknown stage: ${rest}`);
  const target = paths.pop();
  const folder = target.startsWith('/') ? join(stage.root, target) : join(stage.root, stage.cwd, target);
  for (const path of paths) {
    const full = join(source, path);
    const isFolder = statSync(full).isDirectory();
    const to = isFolder || !/(^|\/)\.?\/?$|\/$/.test(target) ? folder : join(folder, basename(path));
    cpSync(full, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => from !== undefined || !IGNORED.has(basename(file)),
    });
  }
  if (owner && process.getuid?.() === 0) chownSync(folder, USER, USER);
}

function run(command, stage) {
  console.log(`RUN ${command}`);
  if (/(^|\s)\/(?!dev\/null)/.test(command)) throw new Error(`RUN must use relative paths: ${command}`);
  execFileSync('sh', ['-c', command], {
    cwd: join(stage.root, stage.cwd),
    // The base image has Node 24.
    env: { ...process.env, PATH: `${dirname(node24())}:${process.env.PATH}`, ...stage.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** As in the container: the files belong to root, and another user runs them. Without root, nobody may write. */
function makeReadOnly(folder) {
  const mode = process.getuid?.() === 0 ? 'go-w,a+rX' : 'a-w,a+rX';
  execFileSync('chmod', ['-R', mode, folder]);
}

/** Starts the image's entrypoint as its user and waits for /readyz. */
async function start(stage, scratch) {
  const app = join(stage.root, stage.cwd);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const dataDir = join(stage.root, 'var/lib/milepost');
  const identity = process.getuid?.() === 0 ? { uid: USER, gid: USER } : {};
  const env = {
    PATH: process.env.PATH,
    ...stage.env,
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    HOST: '127.0.0.1',
  };
  chmodSync(scratch, 0o755);
  const [, ...args] = stage.entrypoint;
  const child = spawn(node24(), [...args, 'start'], {
    cwd: app,
    env,
    ...identity,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  try {
    const deadline = Date.now() + START_MS;
    while (!(await isReady(port))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`did not start:\n${output}`);
      await sleep(200);
    }
    const [, ...script] = stage.healthcheck;
    const isAlive = await fetch(`http://127.0.0.1:${port}/livez`).then((r) => r.status === 200);
    if (isAlive) execFileSync(node24(), script, { cwd: app, env });
    const page = await fetch(`http://127.0.0.1:${port}/console/`);
    if (page.status !== 200) throw new Error(`the console responds with status ${page.status}`);
    console.log(
      `Started as user ${identity.uid ?? process.getuid?.()} from a read-only folder; /readyz and /console respond.`,
    );
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

function node24() {
  const bundled = join(repository, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return process.versions.node.startsWith('24.') || !existsSync(bundled) ? process.execPath : bundled;
}

function isReady(port) {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.status === 200,
    () => false,
  );
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function main() {
  const scratch = mkdtempSync(join(tmpdir(), 'milepost-image-'));
  try {
    const stage = build(
      parseContainerfile(readFileSync(join(repository, 'deploy/Containerfile'), 'utf8')),
      scratch,
    );
    if (!/^[1-9]/.test(stage.user)) throw new Error('the image must not run as root');
    const [kilobytes] = execFileSync('du', ['-sk', stage.root], { encoding: 'utf8' }).split('\t');
    const megabytes = Math.round((Number(kilobytes) * 1_024) / 1_000_000);
    console.log(`The image adds ${megabytes} MB of files to its base.`);
    if (megabytes > MAX_MB) throw new Error(`more than ${MAX_MB} MB`);
    makeReadOnly(join(stage.root, stage.cwd));
    await start(stage, scratch);
  } finally {
    if (process.argv.includes('--keep')) console.log(scratch);
    else {
      execFileSync('chmod', ['-R', 'u+w', scratch]);
      rmSync(scratch, { recursive: true, force: true });
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
