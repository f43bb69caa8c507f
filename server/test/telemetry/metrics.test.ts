import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { deliveryQueue } from '../../src/domain/notifications/deliveries/delivery-queue.ts';
import { unmatchedQueue } from '../../src/domain/observations/unmatched.ts';
import { revisitQueue } from '../../src/domain/recognition/sighting/revisit-queue.ts';
import { testApi } from '../support/api.ts';
import { readExposition } from '../support/telemetry/exposition.ts';

const api = await testApi();
const { db } = api;
const organizations: number[] = [];
for (const name of ['A', 'B', 'C']) {
  organizations.push((await createOrganization(db, { name, kind: 'broker' })).organization_id);
}
const scrape = async () => (await api.app.inject({ url: '/metrics' })).body;
const valueIn = (text: string, name: string, labels: Record<string, string> = {}) =>
  readExposition(text).series.find(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  )?.value;

suite('state of a queue', () => {
  test('depth, age of the oldest due item over all organizations, and dead items', async () => {
    await db.pool.query(
      `insert into unmatched_sightings (id, bucket, organization_id, due_at, died_at) values
         (1, 1, $1, now() - interval '10 seconds', null), (2, 2, $1, now() - interval '1 second', null),
         (3, 3, $2, now() - interval '90 seconds', null), (4, 4, $3, now() + interval '1 hour', null),
         (5, 5, $3, null, now())`,
      organizations,
    );
    const { oldestSeconds, ...counts } = await unmatchedQueue().state(db);
    assert.deepEqual(counts, { depth: 4, dead: 1, delayed: 0, delayedSeconds: 0 });
    assert.ok(oldestSeconds >= 90 && oldestSeconds < 90 + 300, String(oldestSeconds));
  });

  test('an empty queue, and one where nothing is due yet, have the age 0', async () => {
    const none = { oldestSeconds: 0, dead: 0, delayed: 0, delayedSeconds: 0 };
    assert.deepEqual(await deliveryQueue().state(db), { depth: 0, ...none });
    await db.pool.query('delete from unmatched_sightings where id <> 4');
    assert.deepEqual(await unmatchedQueue().state(db), { depth: 1, ...none });
  });

  test('a long queue is estimated', async () => {
    await db.pool.query(
      `insert into revisits (sighting_id, bucket, organization_id) select n, n % 1024, ($1::int[])[1 + n % 3]
         from generate_series(1, 25000) n`,
      [organizations],
    );
    await db.pool.query('vacuum analyze revisits');
    const { depth } = await revisitQueue().state(db);
    assert.ok(depth >= 20_000 && depth <= 30_000, String(depth));
    await db.pool.query('truncate revisits');
  });
});

suite('figures from the database', () => {
  test('are in /metrics and are read at most once in 10 seconds', async () => {
    await db.pool.query(
      `insert into federal_loads (dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
         rows_repeated, rows_blank, cells_unread, is_current, loaded_at, seconds)
       values ('sms-census', 'a.csv', 1, 'x', '2026-01-01', 1, 1, 0, 0, 0, 0, true, now() - interval '2 days', 1)`,
    );
    await db.pool.query(
      `insert into safety_runs (method, version, month, as_of, inputs, notes, carriers, ranked, seconds, created_at)
       values ('current', '1', '2026-01-01', '2026-01-01', '{}', '{}', 1, 1, 1, now() - interval '1 day')`,
    );
    const text = await scrape();
    assert.equal(valueIn(text, 'milepost_database_up'), 1);
    assert.equal(valueIn(text, 'milepost_queue_depth', { queue: 'unmatched_sightings' }), 1);
    assert.ok(Number(valueIn(text, 'milepost_import_age_seconds', { dataset: 'sms-census' })) >= 2 * 86_400);
    assert.ok(Number(valueIn(text, 'milepost_score_run_age_seconds', { method: 'current' })) >= 86_400);
    assert.equal(valueIn(text, 'milepost_db_pool_size', { pool: 'main' }), 10);
    assert.equal(valueIn(text, 'milepost_newest_image_age_seconds'), undefined);
    await db.pool.query('truncate unmatched_sightings');
    assert.equal(valueIn(await scrape(), 'milepost_queue_depth', { queue: 'unmatched_sightings' }), 1);
  });
});

suite('connections', () => {
  const waiting = async () =>
    valueIn(await scrape(), 'milepost_db_pool_connections', { pool: 'main', state: 'waiting' });
  // The results of the readiness checks are cached for one second, and only their queries use the main pool.
  const afterCache = () => new Promise((resolve) => setTimeout(resolve, 1_100));

  test('the queries of a scrape do not count as waiting while connections are idle', async () => {
    for (let scrapes = 0; scrapes < 3; scrapes++) {
      await afterCache();
      assert.equal(await waiting(), 0);
    }
  });

  test('queries that wait for a connection count', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => db.pool.connect()));
    const late = [1, 2, 3].map(() => db.pool.query('select'));
    assert.ok(Number(await waiting()) >= 3);
    for (const client of all) client.release();
    await Promise.all(late);
  });
});

test('no gauge is named like a counter', async () => {
  const { types } = readExposition(await scrape());
  const wrong = [...types].filter(([name, type]) => name.endsWith('_total') && type !== 'counter');
  assert.deepEqual(wrong, []);
});

test('the number of series does not depend on the paths and methods that are requested', async () => {
  const series = async () =>
    readExposition(await scrape()).series.filter(({ name }) => name.startsWith('milepost_http_')).length;
  await api.app.inject({ url: '/nothing' });
  await api.app.inject({ url: '/images/00000000-0000-4000-8000-000000000000/content' });
  await scrape();
  const before = await series();
  for (let i = 0; i < 50; i++) {
    await api.app.inject({ url: `/nothing/${i}` });
    await api.app.inject({ url: `/images/00000000-0000-4000-8000-0000000000${10 + i}/content` });
  }
  assert.equal(await series(), before);
});
