import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { milepostProcess } from '../support/milepost.ts';
import { columnsWith, filesWith } from '../support/privacy/find-value.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const api = await testApi();
const { db, settings } = api;
const { organizationId } = await api.customer();
const { ingest, drain } = testRecognition(api);
const SIGHTINGS = 300;

const sightings = async () => Number((await db.pool.query('select count(*) from sightings')).rows[0].count);

test('an erasure that was killed in the middle is completed by running it again', async () => {
  for (let i = 0; i < SIGHTINGS; i++) {
    await ingest(
      organizationId,
      { lines: ['KW 5512'] },
      { plate: 'KW5512', source: `camera-${i}`, seconds: i * 300 },
    );
  }
  await drain();
  assert.equal(await sightings(), SIGHTINGS);
  const env = { DATABASE_URL: db.url };
  const controller = new AbortController();
  const killed = milepostProcess(['erase', '--plate', 'KW5512', '--yes'], settings.dataDir, {
    env,
    signal: controller.signal,
  });
  while ((await sightings()) === SIGHTINGS) await new Promise((resolve) => setTimeout(resolve, 1));
  controller.abort();
  await killed;
  const left = await sightings();
  assert.ok(left > 0 && left < SIGHTINGS, `${left} sightings are left`);
  assert.deepEqual(await countDifferences(db), []);

  const { code, stdout, stderr } = await milepostProcess(
    ['erase', '--plate', 'KW5512', '--yes'],
    settings.dataDir,
    {
      env,
    },
  );
  assert.equal(code, 0, stdout + stderr);
  assert.deepEqual(await columnsWith(db, 'KW5512'), []);
  assert.deepEqual(await filesWith(settings.dataDir, 'KW5512'), []);
  assert.deepEqual(await countDifferences(db), []);
  const { rows } = await db.pool.query(`select count(*)::int as begun from audit_pending`);
  assert.deepEqual(rows, [{ begun: 1 }], 'the killed command is recorded too');
});
