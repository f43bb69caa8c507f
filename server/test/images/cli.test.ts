import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { imageQueue } from '../../src/domain/images/image-queue.ts';
import { testDatabase } from '../support/database.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
const dataDir = await temporaryFolder();
const run = (args: string[]) => milepost([...args, '--json'], dataDir, { env: { DATABASE_URL: db.url } });
const { organization_id: org } = await createOrganization(db, { name: 'Cameras', kind: 'partner' });

test('org retention sets the days of one organization and rejects invalid values', async () => {
  const set = await run(['org', 'retention', '--org', String(org), '--days', '30']);
  assert.deepEqual(JSON.parse(set.stdout), { organization_id: org, image_retention_days: 30 });
  const { rows } = await db.pool.query('select image_retention_days from organizations where id = $1', [org]);
  assert.equal(rows[0].image_retention_days, 30);
  for (const [id, days] of [
    [org, '0'],
    [org, '36501'],
    [99_999, '30'],
  ] as const) {
    assert.equal((await run(['org', 'retention', '--org', String(id), '--days', days])).code, 1);
  }
});

test('doctor shows a failed image with its reason, and retry queues it again', async () => {
  const work = async () => {
    const { findings } = JSON.parse((await run(['doctor'])).stdout);
    return findings.find(({ check }: { check: string }) => check === 'work');
  };
  assert.equal((await work()).state, 'ok');
  await db.pool.query(
    `with image as (
       insert into images (id, bucket, organization_id, source, time_captured, sha256, byte_size, format, width, height, box_xmin,
         box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction, alpr_confidence,
         alpr_state)
       values ($1, image_bucket($1), $2, 'c', now(), $3, 1, 'jpeg', 1, 1, 0, 0, 1, 1, 0, 0, 'x', 'TX', 'I-40', 'W', 1, 'TX')
       returning id, bucket, organization_id
     )
     insert into image_queue (image_id, bucket, sighting_id, organization_id)
     select id, bucket, next_sighting_id(bucket), organization_id from image`,
    [randomUUID(), org, randomBytes(32)],
  );
  const queue = imageQueue();
  const { leaseId, rows } = await queue.claim(db, 10);
  const reason = 'The image cannot be decoded.';
  await queue.fail(
    db,
    leaseId,
    rows.map(({ key, attempts }) => ({ key, attempts, reason, hopeless: true })),
  );
  const finding = await work();
  assert.equal(finding.state, 'warning');
  assert.match(finding.says, /1 of images: The image cannot be decoded\./);
  const retry = async (...args: string[]) => JSON.parse((await run(['retry', ...args])).stdout);
  assert.deepEqual(await retry('--reason', 'another reason'), { retried: 0 });
  assert.deepEqual(await retry('--reason', 'cannot be DECODED'), { retried: 1 });
  assert.equal((await queue.claim(db, 10)).rows.length, 1);
  assert.deepEqual(await retry(), { retried: 0 });
});
