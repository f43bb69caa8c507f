import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { imageId } from '../../src/domain/images/image-id.ts';
import { insertImages } from '../../src/domain/images/insert/insert-images.ts';
import type { NewImage } from '../../src/domain/images/insert/new-image.ts';
import { classFor } from '../../src/domain/images/retention/retention-classes.ts';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { testApi } from '../support/api.ts';
import { asCluster } from '../support/db/as-cluster.ts';
import { checkedImage } from '../support/images/checked-image.ts';
import { ingestBody } from '../support/images/sample-images.ts';

const now = new Date();
const api = await testApi({ clock: { now: () => now } });
const { db } = api;

type Change = Partial<NewImage> & { source?: string; city?: string };
function newImage(
  organizationId: number,
  { source = 'camera', city = 'Amarillo', ...change }: Change = {},
): NewImage {
  const record = { ...checkedImage(ingestBody('https://x.example/', { source }), now, () => null), city };
  const sha256 = createHash('sha256').update(source).digest();
  const facts = { format: 'jpeg' as const, width: 640, height: 400 };
  const id = imageId(classFor(365), organizationId, record, sha256);
  return {
    id,
    organizationId,
    record,
    sha256,
    byteSize: 1_000,
    facts,
    receivedAt: now,
    force: false,
    ...change,
  };
}

/** What images of several cameras go through, with what each step returns and leaves. */
async function scenario(database: Database, organizationId: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  const [one, two, three] = ['a', 'b', 'c'].map((source) => newImage(organizationId, { source })) as [
    NewImage,
    NewImage,
    NewImage,
  ];
  const nameOf = new Map([one, two, three].map((image, i) => [image.id, i]));
  const note = async (what: string, images: NewImage[]) => {
    const found = await insertImages(database, images);
    const rows = async (sql: string) => (await db.pool.query(sql, [organizationId])).rows;
    seen.push({
      what,
      found: [...found].map(([id, outcome]) => [nameOf.get(id), outcome]).sort(),
      images: (
        await rows(
          `select id, city, coalesce(resent, 0) as resent, image_deleted_at is null as has_file from images where organization_id = $1 order by source`,
        )
      ).map(({ id, ...row }) => ({ ...row, image: nameOf.get(id) })),
      queue: (
        await rows(`select image_id, attempts, died_at is null as lives, bucket = sighting_id % 1024 as fits
          from image_queue where organization_id = $1`)
      )
        .map(({ image_id, ...row }) => ({ ...row, image: nameOf.get(image_id) }))
        .sort((a, b) => Number(a.image) - Number(b.image)),
      days: await rows('select bytes from image_days where organization_id = $1'),
      quotas: await rows('select name, used from quota_usage where organization_id = $1 order by name'),
    });
  };
  const change = (sql: string, { id }: NewImage) => db.pool.query(sql, [id]);
  await note('new', [one, two]);
  await note('known and new', [one, three]);
  await note('corrected', [newImage(organizationId, { source: 'b', city: 'Tulsa' })]);
  await change(
    'update image_queue set due_at = null, died_at = now(), attempts = 3 where image_id = $1',
    one,
  );
  await note('failed', [one, two]);
  await change('update images set image_deleted_at = now() where id = $1', three);
  await note('file expired', [three]);
  const elsewhere = { ...one.record, box_xmin: 0.9, box_ymin: 0.9, box_xmax: 0.95, box_ymax: 0.95 };
  await note('another detection', [{ ...one, record: elsewhere }]);
  await note('a detection that a person moved', [{ ...one, record: elsewhere, isCorrection: true }]);
  return seen;
}

test('images are inserted on a cluster as on one server', async () => {
  const [plain, apart] = [await api.customer(), await api.customer()];
  const expected = await scenario(db, plain.organizationId);
  assert.deepEqual(await scenario(asCluster(db), apart.organizationId), expected);
  assert.deepEqual(
    expected.map((step) => (step as { found: unknown }).found),
    [
      [
        [0, 'queued'],
        [1, 'queued'],
      ],
      [
        [0, 'known'],
        [2, 'queued'],
      ],
      [[1, 'queued']],
      [
        [0, 'queued'],
        [1, 'queued'],
      ],
      [[2, 'queued']],
      [[0, 'known']],
      [[0, 'queued']],
    ],
  );
});

test('an image whose bytes were deleted a moment ago is not inserted on a cluster', async () => {
  const { organizationId } = await api.customer();
  const image = newImage(organizationId, { source: 'gone' });
  await db.pool.query(
    `insert into blob_deletions (sha256, class, day, deleted_at) values ($1, $2, image_folder_day($3), now())`,
    [image.sha256, classFor(365), image.id],
  );
  const cluster = asCluster(db);
  assert.deepEqual([...(await insertImages(cluster, [image])).values()], ['deleted']);
  assert.deepEqual([...(await insertImages(cluster, [{ ...image, force: true }])).values()], ['queued']);
});

test('a batch that exceeds a quota leaves nothing on a cluster', async () => {
  const { organizationId } = await api.customer();
  await setQuota(db, organizationId, 'images_per_day', 1);
  const images = ['x', 'y'].map((source) => newImage(organizationId, { source }));
  await assert.rejects(insertImages(asCluster(db), images), /quota|images_per_day/);
  const { rows } = await db.pool.query('select 1 from images where organization_id = $1', [organizationId]);
  assert.deepEqual(rows, []);
});
