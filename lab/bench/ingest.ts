import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from 'undici';
import { keyOfImage } from '../../server/src/domain/images/blob-key.ts';
import { ingestBody, sampleImage } from '../../server/test/support/images/sample-images.ts';
import { freePort, startServing } from '../../server/test/support/serve-process.ts';
import { type Bench, inTurns, pairwise, perSecond, rateRatio } from './support/bench.ts';
import { startChild } from './support/child.ts';
import { partnerHeaders } from './support/partner.ts';
import { type BenchDatabase, benchDatabase, temporaryFolder } from './support/service.ts';

const CONCURRENCY = 16;
const WARM_UP = 100;

type Name = 'ours' | 'peer';
type Target = { origin: string; headers: Record<string, string> };

export const bench: Bench = {
  about:
    'POST /image with images of 300 KB (credentials, guarded download, checks, hash, durable image and row), against an unguarded fetch and write; each in its own process, with the same images, in turn',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const folder = await temporaryFolder(cleanup);
    const db = await benchDatabase(cleanup);
    const [rounds, images] = quick ? [5, 150] : [9, 500];
    const { targets, imageOrigin, size } = await startAll(folder, db, cleanup);
    const post = poster(targets, imageOrigin, cleanup);
    const rate = (name: Name, count: number) => perSecond(count, CONCURRENCY, () => post(name));
    await rate('ours', WARM_UP);
    await rate('peer', WARM_UP);
    const { ours, peer } = await inTurns(rounds, {
      ours: () => rate('ours', images),
      peer: () => rate('peer', images),
    });
    await checkStored(folder, db, WARM_UP + rounds * images, size);
    return [rateRatio('whole route / fetch and durable write', pairwise(ours, peer), 'images/s', 0.8)];
  },
};

async function startAll(folder: string, db: BenchDatabase, cleanup: AsyncDisposableStack) {
  const start = async (script: string, ...args: string[]) =>
    `http://127.0.0.1:${(await startChild<number>(cleanup, script, ...args)).ready}`;
  // About 300 KB, the usual size of a roadside image of two megapixels.
  const base = await sampleImage('jpeg', { width: 840, height: 560 });
  await writeFile(join(folder, 'base.jpg'), base);
  const imageOrigin = await start('image-server.ts', join(folder, 'base.jpg'));
  const serving = await startServing({
    DATABASE_URL: db.url,
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
  });
  cleanup.defer(async () => void (await serving.stop()));
  await mkdir(join(folder, 'peer'));
  const targets: Record<Name, Target> = {
    ours: { origin: serving.origin, headers: await partnerHeaders(db, serving.origin) },
    peer: {
      origin: await start('plain-ingest-server.ts', join(folder, 'peer')),
      headers: { 'content-type': 'application/json' },
    },
  };
  return { targets, imageOrigin, size: base.length };
}

/** Posts a different image with each call. */
function poster(targets: Record<Name, Target>, imageOrigin: string, cleanup: AsyncDisposableStack) {
  const agent = new Agent({ connections: CONCURRENCY });
  cleanup.defer(() => agent.close());
  let next = 0;
  return async (name: Name): Promise<void> => {
    const { origin, headers } = targets[name];
    const response = await agent.request({
      origin,
      path: '/image',
      method: 'POST',
      headers,
      body: JSON.stringify(ingestBody(`${imageOrigin}/${next++}`, { source: `camera-${next}` })),
    });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode} ${text}`);
  };
}

/** Checks that all sides stored every accepted image, and that ours are intact. */
async function checkStored(folder: string, db: BenchDatabase, accepted: number, size: number): Promise<void> {
  const { rows } = await db.database.pool.query('select id, sha256 from images order by id limit 50');
  for (const image of rows) {
    const bytes = await readFile(join(folder, 'data', 'blobs', keyOfImage(image)));
    const isIntact =
      createHash('sha256').update(bytes).digest().equals(image.sha256) && bytes.length === size + 8;
    if (!isIntact) throw new Error('A stored image differs from the one that was sent');
  }
  const { rows: count } = await db.database.pool.query('select count(*)::int as n from images');
  const stored = [count[0].n, (await readdir(join(folder, 'peer'))).length];
  if (stored.some((n) => n !== accepted))
    throw new Error(`Accepted ${accepted}, stored ${stored.join(', ')}`);
}
