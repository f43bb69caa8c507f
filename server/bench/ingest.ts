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
import { ingestBody, sampleImage } from '../test/support/images/sample-images.ts';
import { freePort, startServing } from '../test/support/serve-process.ts';
import { type Bench, median, type Ratio } from './support/bench.ts';
import { type BenchDatabase, benchDatabase } from './support/bench-database.ts';

const AT_ONCE = 16;
const WARM_UP = 100;

/** The peer that counts also waits for its disk; one that does not is shown beside it. */
const PEERS = ['durable', 'lazy'] as const;
type Name = 'ours' | (typeof PEERS)[number];
type Target = { origin: string; headers: Record<string, string> };

export const bench: Bench = {
  about:
    'images of 300 KB accepted through the whole route (credentials, guarded download, checks, hash, durable picture and row) against an unguarded fetch and write; processes of their own, the same pictures, in turns',
  async run({ quick }) {
    const dir = await mkdtemp(join(tmpdir(), 'milepost-bench-'));
    const db = await benchDatabase();
    const stops: (() => unknown)[] = [() => rm(dir, { recursive: true, force: true }), () => db.stop()];
    try {
      return await measure(dir, db, quick ? 5 : 9, quick ? 150 : 500, stops);
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  },
};

async function measure(
  dir: string,
  db: BenchDatabase,
  rounds: number,
  images: number,
  stops: (() => unknown)[],
): Promise<Ratio[]> {
  const { targets, pictures, size } = await startAll(dir, db, stops);
  const post = poster(targets, pictures, stops);
  const names: Name[] = ['ours', ...PEERS];
  for (const name of names) await imagesPerSecond(() => post(name), WARM_UP);
  const rates: Record<Name, number[]> = { ours: [], durable: [], lazy: [] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) rates[name].push(await imagesPerSecond(() => post(name), images));
  }
  await checkEqual(dir, db, WARM_UP + rounds * images, size);
  const line = (name: string, peer: Name, goal: number | null): Ratio => ({
    name,
    ours: median(rates.ours),
    peer: median(rates[peer]),
    measuredIn: 'images/s',
    // Neighbouring rounds are compared, so that a machine that slows down disturbs both alike.
    value: median(rates.ours.map((rate, i) => rate / (rates[peer][i] ?? 0))),
    goal,
    unit: 'x',
    better: 'higher',
  });
  return [
    line('whole route / fetch and durable write', 'durable', 0.8),
    line('whole route / fetch and a write that may be lost', 'lazy', null),
  ];
}

async function startAll(dir: string, db: BenchDatabase, stops: (() => unknown)[]) {
  const start = async (script: string, ...args: string[]): Promise<string> => {
    const child: ChildProcess = fork(join(import.meta.dirname, 'support', script), args);
    stops.push(() => child.kill());
    return `http://127.0.0.1:${await new Promise((resolve) => child.once('message', resolve))}`;
  };
  // As large as a roadside picture of two megapixels usually is: about 300 KB.
  const base = await sampleImage('jpeg', { width: 840, height: 560 });
  await writeFile(join(dir, 'base.jpg'), base);
  const pictures = await start('picture-server.ts', join(dir, 'base.jpg'));
  const serving = await startServing({
    DATABASE_URL: db.url,
    DATA_DIR: join(dir, 'data'),
    PORT: String(await freePort()),
  });
  stops.push(() => serving.stop());
  const targets: Partial<Record<Name, Target>> = {
    ours: { origin: serving.origin, headers: await credentials(db) },
  };
  for (const peer of PEERS) {
    await mkdir(join(dir, peer));
    targets[peer] = { origin: await start('unguarded-server.ts', join(dir, peer), peer), headers: {} };
  }
  return { targets: targets as Record<Name, Target>, pictures, size: base.length };
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
  const limits = { perAddress: limit, perAccount: limit };
  const lifetime = { accessTokenSeconds: 86_400, refreshTokenSeconds: 86_400 };
  const service = { db: database, clock: systemClock, passwords, limits, ...lifetime };
  const tokens = await createToken(service, { ...account, address: '127.0.0.1' });
  return { 'x-api-key': api_key, authorization: `Bearer ${tokens.access_token_data.token}` };
}

/** Posts another picture with each call. */
function poster(targets: Record<Name, Target>, pictures: string, stops: (() => unknown)[]) {
  const agent = new Agent({ connections: AT_ONCE });
  stops.push(() => agent.close());
  let next = 0;
  return async (name: Name): Promise<void> => {
    const { origin, headers } = targets[name];
    const answer = await agent.request({
      origin,
      path: '/image',
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(ingestBody(`${pictures}/${next++}`, { source: `camera-${next}` })),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${text}`);
  };
}

async function imagesPerSecond(post: () => Promise<void>, images: number): Promise<number> {
  const begun = performance.now();
  let left = images;
  const client = async () => {
    while (left-- > 0) await post();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return (images / (performance.now() - begun)) * 1_000;
}

/** All hold whole pictures, and as many as were accepted. */
async function checkEqual(dir: string, db: BenchDatabase, accepted: number, size: number): Promise<void> {
  const { rows } = await db.database.pool.query('select sha256 from images order by id limit 50');
  for (const { sha256 } of rows) {
    const hex = sha256.toString('hex');
    const bytes = await readFile(join(dir, 'data', 'blobs', hex.slice(0, 2), hex));
    const same = createHash('sha256').update(bytes).digest('hex') === hex && bytes.length === size + 8;
    if (!same) throw new Error('a stored picture is not what was sent');
  }
  const { rows: count } = await db.database.pool.query('select count(*)::int as n from images');
  const kept = [count[0].n];
  for (const peer of PEERS) kept.push((await readdir(join(dir, peer))).length);
  if (kept.some((n) => n !== accepted)) throw new Error(`accepted ${accepted}, kept ${kept.join(', ')}`);
}
