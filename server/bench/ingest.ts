/**
 * Accepted images a second through the whole route (credentials, validation, guarded download, checks, hash, durable
 * picture, durable row) against an unguarded fetch and write. Both are processes of their own on this machine, take
 * turns in one run, and fetch the same pictures from a third process. The peer that counts also waits for its disk;
 * one that does not is shown beside it. `--quick` is shorter.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { createToken } from '../src/domain/identity/create-token.ts';
import { createOrganization } from '../src/domain/identity/organizations.ts';
import { openPasswords } from '../src/domain/identity/passwords.ts';
import { createUser } from '../src/domain/identity/users.ts';
import { systemClock } from '../src/lib/clock.ts';
import { ingestBody, picture } from '../test/support/pictures.ts';
import { freePort, startServing } from '../test/support/serve-process.ts';
import { type BenchDatabase, benchDatabase } from './support/bench-database.ts';
import { median, report } from './support/report.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 5 : 9;
const IMAGES_A_ROUND = quick ? 150 : 500;
const AT_ONCE = 16;

const dir = await mkdtemp(join(tmpdir(), 'milepost-bench-'));
const children: ChildProcess[] = [];
const db = await benchDatabase();
const agent = new Agent({ connections: AT_ONCE });

async function start(script: string, ...args: string[]): Promise<string> {
  const child = fork(join(import.meta.dirname, 'support', script), args);
  children.push(child);
  const port = await new Promise((resolve) => child.once('message', resolve));
  return `http://127.0.0.1:${port}`;
}

async function credentials({ database }: BenchDatabase): Promise<Record<string, string>> {
  const { organization_id, api_key } = await createOrganization(database, { name: 'Bench', kind: 'partner' });
  const passwords = await openPasswords(1);
  const account = {
    organizationId: organization_id,
    email: 'bench@milepost.example',
    password: 'a long password',
  };
  await createUser(database, passwords, { ...account, roles: ['image-ingest-endpoint'] });
  const limit = { count: 100, windowSeconds: 60 };
  const service = {
    db: database,
    clock: systemClock,
    passwords,
    limits: { perAddress: limit, perAccount: limit },
  };
  const lifetime = { accessTokenSeconds: 86_400, refreshTokenSeconds: 86_400 };
  const tokens = await createToken({ ...service, ...lifetime }, { ...account, address: '127.0.0.1' });
  return { 'x-api-key': api_key, authorization: `Bearer ${tokens.access_token_data.token}` };
}

// As large as a roadside picture of two megapixels usually is: about 300 KB.
const base = await picture('jpeg', { width: 840, height: 560 });
await writeFile(join(dir, 'base.jpg'), base);
const pictures = await start('picture-server.ts', join(dir, 'base.jpg'));

const folders = { durable: join(dir, 'durable'), lazy: join(dir, 'lazy') };
for (const folder of Object.values(folders)) await mkdir(folder);
const serving = await startServing({
  DATABASE_URL: db.url,
  DATA_DIR: join(dir, 'data'),
  PORT: String(await freePort()),
  DOWNLOADS_AT_ONCE: '64',
});
const peers = {
  ours: { origin: serving.origin, headers: await credentials(db) },
  durable: { origin: await start('unguarded-server.ts', folders.durable, 'durable'), headers: {} },
  lazy: { origin: await start('unguarded-server.ts', folders.lazy, 'lazy'), headers: {} },
};
type Name = keyof typeof peers;

let next = 0;
async function post(name: Name): Promise<void> {
  const { origin, headers } = peers[name];
  const body = JSON.stringify(ingestBody(`${pictures}/${next++}`, { source: `camera-${next}` }));
  const answer = await agent.request({
    origin,
    path: '/image',
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${text}`);
}

/** Images a second. */
async function round(name: Name, images: number): Promise<number> {
  const begun = performance.now();
  let left = images;
  const client = async () => {
    while (left-- > 0) await post(name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return (images / (performance.now() - begun)) * 1_000;
}

try {
  const names = Object.keys(peers) as Name[];
  for (const name of names) await round(name, 100);
  const rates: Record<Name, number[]> = { ours: [], durable: [], lazy: [] };
  for (let i = 0; i < ROUNDS; i++) {
    for (const name of i % 2 === 0 ? names : names.toReversed())
      rates[name].push(await round(name, IMAGES_A_ROUND));
  }
  await checkEqual();
  const ratio = (peer: Name) => median(rates.ours.map((rate, i) => rate / (rates[peer][i] ?? 0)));
  const line = (name: string, peer: Name, goal: number | null) => ({
    name,
    ours: median(rates.ours),
    peer: median(rates[peer]),
    value: ratio(peer),
    goal,
    unit: 'images/s',
    better: 'higher' as const,
  });
  console.log(
    `pictures of ${(base.length / 1_000).toFixed(0)} KB, ${AT_ONCE} at once, median of ${ROUNDS} rounds`,
  );
  report('ingest', [
    line('whole route / fetch + durable write', 'durable', 0.8),
    line('whole route / fetch + write that may be lost', 'lazy', null),
  ]);
} finally {
  for (const child of children) child.kill();
  await serving.stop();
  await agent.close();
  await db.stop();
  await rm(dir, { recursive: true, force: true });
}

/** Both hold whole pictures, each under its own name, and as many as were accepted. */
async function checkEqual(): Promise<void> {
  const accepted = 100 + ROUNDS * IMAGES_A_ROUND;
  const { rows } = await db.database.pool.query('select sha256 from images order by id limit 50');
  for (const { sha256 } of rows) {
    const hex = sha256.toString('hex');
    const bytes = await readFile(join(dir, 'data', 'blobs', hex.slice(0, 2), hex));
    const same = createHash('sha256').update(bytes).digest('hex') === hex && bytes.length === base.length + 8;
    if (!same) throw new Error('a stored picture is not what was sent');
  }
  const { rows: count } = await db.database.pool.query('select count(*)::int as n from images');
  const kept = [count[0].n, (await readdir(folders.durable)).length, (await readdir(folders.lazy)).length];
  if (kept.some((n) => n !== accepted)) throw new Error(`accepted ${accepted}, kept ${kept.join(', ')}`);
}
