import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { type Database, type Statement, statements } from '../../src/db/database.ts';
import { hasCitus } from '../../src/db/distribute.ts';
import { sampleStoredImages } from '../../src/domain/doctor/sample-images.ts';
import { countCameras } from '../../src/domain/images/cameras/count-cameras.ts';
import { dayNumber, imageId } from '../../src/domain/images/image-id.ts';
import { newestImageAt } from '../../src/domain/images/image-rows.ts';
import { insertImages } from '../../src/domain/images/insert/insert-images.ts';
import { listImages } from '../../src/domain/images/list-images.ts';
import {
  listPartitions,
  partitionName,
  partitionOf,
  prepareImagePartitions,
} from '../../src/domain/images/retention/image-partitions.ts';
import { classFor, KEPT_CLASS } from '../../src/domain/images/retention/retention-classes.ts';
import { retainSightings } from '../../src/domain/privacy/retain-sightings.ts';
import { updatePrivacySettings } from '../../src/domain/privacy/settings.ts';
import { testApi } from '../support/api.ts';
import { checkedImage } from '../support/images/checked-image.ts';
import { ingestBody } from '../support/images/sample-images.ts';

const DAY_MS = 86_400_000;
const DAYS = 40;
const api = await testApi();
const { db } = api;
const { organizationId } = await api.customer(['admin'], 'partner');
const { organizationId: other } = await api.customer(['admin'], 'partner');
const today = new Date('2026-11-18T12:00:00Z');
const before = (days: number, ms = 0) => new Date(today.getTime() - days * DAY_MS + ms);
for (const days of [30, 365]) {
  await updatePrivacySettings(db, organizationId, { image_retention_days: days });
  for (let day = 0; day < DAYS; day += 7) await prepareImagePartitions(db, before(day));
}

let counter = 0;
type Sent = { captured: Date; received?: Date; period?: number; organization?: number; source?: string };
async function add({
  captured,
  received = captured,
  period = 365,
  organization = organizationId,
  source = 'a',
}: Sent) {
  const body = ingestBody('https://images.example/1.jpg', { source, time_captured: captured.toISOString() });
  const record = checkedImage(body, new Date(received.getTime() + 1_000), () => null);
  const sha256 = createHash('sha256').update(String(++counter)).digest();
  const retentionClass = Number.isFinite(period) ? classFor(period) : KEPT_CLASS;
  const id = imageId(retentionClass, organization, record, sha256);
  const facts = { format: 'jpeg' as const, width: 1, height: 1 };
  const image = { id, organizationId: organization, record, sha256, byteSize: 100, facts, force: false };
  await insertImages(db, [{ ...image, receivedAt: received }]);
  return id;
}

/** A database that notes the partitions in the plans of statements. */
function noting(tables: Set<string>): Database {
  const note = async ({ text }: Statement, values: unknown[] = []) => {
    const { rows } = await db.pool.query(`explain (costs off) ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const name of plan.match(/\bimages_\d\d_\d{4}_\d\d_\d\d(?=_\d{4,}\b|\b)/g) ?? []) tables.add(name);
  };
  return {
    ...db,
    rows: async (statement, values) => {
      await note(statement, values);
      return await db.rows(statement, values);
    },
    row: async (statement, values) => {
      await note(statement, values);
      return await db.row(statement, values);
    },
  };
}
async function readAll(pageSize: number, filters: Parameters<typeof listImages>[2] = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let at: string | null = null, more = true; more; ) {
    const page = await listImages({ db }, organizationId, filters, at, pageSize);
    ids.push(...page.images.map(({ image_id }) => image_id));
    [at, more] = [page.next_before, page.has_more];
  }
  return ids;
}

// Each day has images; some arrived late, of days with and without a partition; some are of another class.
for (let day = 0; day < DAYS; day++)
  for (const ms of [0, 60_000, 120_000]) await add({ captured: before(day, ms) });
const late = [
  await add({ captured: before(33), received: before(2, 5) }),
  await add({ captured: before(500), received: before(3, 5), source: 'archive' }),
  await add({ captured: before(900), received: before(0, 30_000), source: 'archive' }),
  await add({ captured: before(12), received: before(7), period: 30 }),
  await add({ captured: before(21), received: before(1), period: Number.POSITIVE_INFINITY }),
];
for (const day of [0, 5, 39]) await add({ captured: before(day), organization: other });

suite('a list by the time of receipt', () => {
  test('has every image once, in the order of their receipt, whatever partition they are in', async () => {
    const { rows } = await db.pool.query(
      `select id, regexp_replace(tableoid::regclass::text, '_\\d{4,}$', '') as name from images where organization_id = $1
        order by received_at desc, id desc`,
      [organizationId],
    );
    const names = new Set(rows.map(({ name }) => name));
    assert.ok(names.size > 30 && names.has('images_other'), [...names].join());
    const expected = rows.map(({ id }) => id);
    for (const pageSize of [1, 7, 100])
      assert.deepEqual(await readAll(pageSize), expected, `pages of ${pageSize}`);
    assert.deepEqual(await readAll(10, { source: 'archive' }), [late[2], late[1]]);
    const period = { received_from: before(8), received_to: before(6, 1) };
    const within = await readAll(3, period);
    assert.ok(within.includes(late[3] as string));
    assert.equal(within.length, 8);
  });

  test('opens a few partitions if they fill the page, at the start and in the middle of the list', async () => {
    assert.ok((await listPartitions(db)).length > 2 * DAYS);
    const first = new Set<string>();
    const page = await listImages({ db: noting(first) }, organizationId, {}, null, 5);
    assert.equal(page.images.length, 5);
    assert.ok(first.size <= 4, [...first].join());
    const middle = new Set<string>();
    const all = await readAll(100);
    const next = await listImages({ db: noting(middle) }, organizationId, {}, all[60] as string, 4);
    assert.deepEqual(
      next.images.map(({ image_id }) => image_id),
      all.slice(61, 65),
    );
    assert.ok(middle.size <= 5, [...middle].join());
    assert.ok(
      ![...middle].includes(partitionName(partitionOf(all[0] as string))),
      'newer days are not opened',
    );
  });

  test('repeats the search when a partition was dropped after it was found', async () => {
    const { organizationId: third } = await api.customer(['admin'], 'partner');
    const gone = await add({ captured: before(3), period: 30, organization: third });
    const name = partitionName(partitionOf(gone));
    let isDropped = false;
    const dropping: Database = {
      ...db,
      async row(statement, values) {
        if (statement.text.includes(name) && !isDropped) {
          isDropped = true;
          await db.pool.query(`drop table ${name}`);
        }
        return await db.row(statement, values);
      },
    };
    assert.deepEqual((await listImages({ db: dropping }, third, {}, null, 10)).images, []);
    assert.ok(isDropped);
  });
});

test('the newest image is found without its partition', async () => {
  assert.deepEqual(await newestImageAt(db), before(0, 120_000));
});

test('images of all partitions are counted for their camera in the hour of their receipt', async () => {
  const { organizationId: counted } = await api.customer(['admin'], 'partner');
  await add({ captured: before(1), organization: counted, source: 'counted' });
  await add({ captured: before(30), received: before(1), organization: counted, source: 'counted' });
  await add({ captured: before(700), received: before(1), organization: counted, source: 'counted' });
  while (await countCameras(db, today));
  const { rows } = await db.pool.query(
    `select sum(images)::int as images from camera_days where source = 'counted' and organization_id = $1`,
    [counted],
  );
  assert.deepEqual(rows, [{ images: 3 }]);
});

const skip =
  (await hasCitus(db)) && 'On a cluster, doctor looks at one image: the pages of a table are on other nodes.';
test('the sample of stored images has images of every partition', { skip }, async () => {
  const sampled = await sampleStoredImages(db, 3_000);
  const ids = new Set(sampled.map(({ id }) => id));
  for (const [n, id] of late.entries()) assert.ok(ids.has(id), `late image ${n}`);
});

suite('statements by sighting', async () => {
  await retainSightings(db, today);
  const days = [dayNumber(before(20)), dayNumber(before(20)) + 2];
  const buckets = {
    'sightings.all-views': [3],
    'labels.delete-of-sightings': [3],
    'privacy.clear-readings': [3],
  };
  for (const [name, bucket] of Object.entries(buckets))
    test(`${name} opens the partitions of its days`, async () => {
      const { rows } = await db.pool.query(`explain (costs off) ${statements.get(name)?.text}`, [
        [1, 2],
        ...days,
        ...bucket,
      ]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const opened = new Set(plan.match(/\bimages_\d\d_\d{4}_\d\d_\d\d(?=_\d{4,}\b|\b)/g));
      assert.equal(opened.size, 4, plan);
      assert.match(plan, /images_other/);
    });
});
