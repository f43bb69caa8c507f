import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { analyzeDemo, ensureDemo, resetDemo } from '../../src/demo/demo.ts';
import { readDemoFile } from '../../src/demo/demo-file.ts';
import { relativeValues } from '../../src/demo/relative-values.ts';
import { signalRules } from '../../src/domain/carriers/signals/signal-rules.ts';
import { ImageSweeper } from '../../src/domain/images/sweep-images.ts';
import { DELIVERIES_WITH_STATE } from '../../src/domain/notifications/deliveries/delivery-queue.ts';
import { recordSightings } from '../../src/domain/observations/record-sightings.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { testApi } from '../support/api.ts';
import { eventually } from '../support/milepost.ts';
import { writeWaiting } from '../support/observations/write-waiting.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The day after a leap year's February: months differ in length on both sides.
const NOW = new Date('2024-03-01T15:00:00Z');
const AS_OF = '2024-02-29';
const clock = { now: () => NOW };
const { app, db, services, customer } = await testApi({ env: { MILEPOST_MODE: 'local' }, clock });
const demo = {
  database: db,
  passwords: services.identity.passwords,
  blobs: services.images.blobs,
  sealing: services.notifications.sealing,
  dataDir: await temporaryFolder(),
  clock,
};
const { header, tables } = await readDemoFile();
const indexes = async () =>
  (
    await db.pool.query(
      `select i.indexname, i.indexdef from pg_indexes i join pg_class c on c.oid = i.tablename::regclass
       where i.schemaname = current_schema() and not c.relispartition order by 1`,
    )
  ).rows;
const indexesBefore = await indexes();
const credentials = await ensureDemo(demo);
assert.ok(credentials);
const token = await app.inject({
  method: 'POST',
  url: '/auth/token',
  headers: { 'x-api-key': credentials.api_key },
  payload: { email: credentials.email, password: credentials.password },
});
const headers = { 'x-api-key': credentials.api_key, 'access-token': token.json().access_token_data.token };
const get = async (url: string) => {
  const response = await app.inject({ url, headers });
  assert.equal(response.statusCode, 200, `${url}: ${response.body}`);
  return response.json();
};
const value = async (sql: string, values: unknown[] = []) =>
  Object.values((await db.pool.query(sql, values)).rows[0] ?? {})[0];

/** The scores of the newest month are computed again, so their number may differ. */
const copied = tables.filter(({ name }) => !name.startsWith('safety_'));
async function rowCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of copied) counts[name] = Number(await value(`select count(*) from ${name}`));
  return counts;
}
const inFile = Object.fromEntries(copied.map(({ name, rows }) => [name, rows.split('\n').length - 1]));

test('fills an empty database, once', async () => {
  assert.deepEqual(await rowCounts(), inFile);
  assert.deepEqual(await ensureDemo(demo), credentials);
  assert.deepEqual(await rowCounts(), inFile);
  assert.equal(await value('select count(*)::int from organizations'), 2);
  assert.equal(await value('select count(*)::int from safety_runs'), 25);
});

test('the indexes that are dropped for the load are built again', async () => {
  assert.ok(indexesBefore.length > 100);
  assert.deepEqual(await indexes(), indexesBefore);
});

test('a start that was killed before the scores were computed leaves them to the next start', async () => {
  await db.pool.query(`update safety_runs set created_at = '2024-02-29'`);
  assert.deepEqual(await ensureDemo(demo), credentials);
  const computed = `select count(*)::int from safety_runs where created_at > '2024-03-01'`;
  assert.equal(await value(computed), 2);
  assert.deepEqual(await ensureDemo(demo), credentials);
  assert.equal(await value('select count(*)::int from safety_runs'), 25);
});

test('collects the statistics of the tables once', async () => {
  // The connection that filled the tables reports their rows when it ends, shortly after the load.
  const counted = `select count(*)::int from pg_stat_user_tables where relname in ('company_census', 'sms_violations') and n_live_tup > 0`;
  await eventually('the rows are counted', async () => (await value(counted)) === 2);
  await analyzeDemo(db);
  const analyzed = `select coalesce(json_object_agg(relname, last_analyze), '{}') from pg_stat_user_tables where last_analyze is not null`;
  const statistics = `select count(*)::int from pg_stats where tablename in ('company_census', 'sms_violations', 'observations')`;
  assert.ok(Number(await value(statistics)) > 50);
  // The server itself may have analyzed a table before.
  const before = (await value(analyzed)) as Record<string, string>;
  await analyzeDemo(db);
  // Rows of other tables may be reported between the two calls, so these tables may be analyzed by the second.
  const after = (await value(analyzed)) as Record<string, string>;
  for (const [table, time] of Object.entries(before)) assert.equal(after[table], time, table);
});

test('every synthetic carrier is recognizable as one', async () => {
  const real = await value(
    `select count(*)::int from company_census where usdot_number < 5000001 or usdot_number > 5002000
       or phone !~ '555-?01[0-9]{2}$' or coalesce(email_address, '.EXAMPLE') !~* '\\.example$'`,
  );
  assert.equal(real, 0);
  assert.equal(await value('select count(*)::int from company_census'), 2_000);
});

test('dates are relative to the day before the start', async () => {
  assert.equal(await value('select max(as_of)::text from federal_loads'), AS_OF);
  const newest = (await value('select max(time_captured) from observations')) as Date;
  assert.ok(newest < NOW && newest.getTime() > NOW.getTime() - 2 * 86_400_000, String(newest));
  for (const column of ['alert_matches.fired_at', 'mails.created_at', 'images.recognized_at']) {
    const [table, name] = column.split('.');
    const last = (await value(`select max(${name}) from ${table}`)) as Date;
    assert.ok(last < NOW && last.getTime() > NOW.getTime() - 5 * 86_400_000, `${column}: ${last}`);
  }
  const unresolved = tables
    .filter(({ rows }) => /20[12]\d-[01]\d-[0-3]\d/.test(rows))
    .map(({ name }) => name);
  assert.deepEqual(unresolved, []);
});

test('has scores for 24 months in a row, and a repeated run of the newest month gives the same scores', async () => {
  const months = await value(
    `select array_agg(month::text order by month) from safety_runs where method = 'current'`,
  );
  const expected = Array.from({ length: 24 }, (_, n) =>
    new Date(Date.UTC(2022, 2 + n, 1)).toISOString().slice(0, 10),
  );
  assert.deepEqual(months, expected);
  assert.equal(
    await value(
      `select count(*)::int from safety_runs r
       where carriers <> (select count(*) from safety_scores s where s.run_id = r.id)`,
    ),
    0,
  );
  const scores = `select coalesce(jsonb_object_agg(usdot_number, to_jsonb(s) - 'run_id' order by usdot_number), '{}')
    from safety_scores s where run_id = (select id from safety_runs where method = 'current' order by month desc limit 1)`;
  const loaded = (await value(scores)) as Record<string, unknown>;
  await runScores(db, { method: 'current', asOf: AS_OF });
  const again = (await value(scores)) as Record<string, unknown>;
  assert.deepEqual(again, loaded);
});

test('counts agree with the rows they count', async () => {
  const differences = [
    `select from (
       select usdot_number, sum(observations) as n from observation_counts where location_state = '*' group by 1) c
     full join (select usdot_number, count(*) as n from observations where usdot_number <> 0 group by 1) o using (usdot_number)
     where c.n is distinct from o.n`,
    `select from inspections i where viol_total <>
       (select count(*) from inspection_violations v where v.inspection_id = i.inspection_id)`,
    `select from alert_matches m where not exists (
       select from sightings s where s.id = m.sighting_id) or not exists (select from alerts a where a.id = m.alert_id)`,
  ];
  for (const sql of differences) assert.equal((await db.pool.query(sql)).rowCount, 0, sql);
});

test('every planted carrier shows its signal, and every signal is planted', async () => {
  const missing: string[] = [];
  for (const { usdot_number, signal } of header.cases) {
    // Model years in VINs are fixed. On this day in 2024, the demo's old trucks are not old enough yet.
    if (signal === 'young_authority_old_equipment') continue;
    const { signals } = await get(`/carrier/${usdot_number}/signals`);
    if (!signals.some(({ name }: { name: string }) => name === signal))
      missing.push(`${usdot_number} ${signal}`);
  }
  assert.deepEqual(missing, []);
  const planted = new Set(header.cases.map(({ signal }) => signal));
  assert.deepEqual([...planted].sort(), Object.keys(signalRules).sort());
});

test('carriers with one truck file an MCS-150 when they register and then every two years', async () => {
  const { rows } = await db.pool.query<{ filed: string[] }>(
    `select array_agg(distinct s.mcs150_date::text order by s.mcs150_date::text) as filed
       from carrier_snapshots s join company_census c using (usdot_number)
      where s.source = 'company-census' and c.power_units = 1 and s.mcs150_date > c.add_date
      group by usdot_number`,
  );
  assert.ok(rows.length > 500);
  const days = ([from = '', to = '']: string[]) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const gaps = rows.flatMap(({ filed }) => filed.slice(1).map((to, n) => days([filed[n] ?? '', to])));
  assert.ok(gaps.length > 100);
  const early = gaps.filter((gap) => gap < 650);
  assert.ok(early.length <= gaps.length / 50, `${early.length} of ${gaps.length}: ${early}`);
});

test('the desk has images with readings, alerts with matches, deliveries, emails and a silent camera', async () => {
  const { images } = await get('/images');
  assert.ok(images.length > 0);
  const image = await get(`/images/${images[0].image_id}`);
  assert.equal(image.state, 'recognized');
  assert.match(image.sighting.usdot_number, /^500\d{4}$/);
  const missing = await db.pool.query<{ key: string }>(
    `select distinct encode(sha256, 'hex') as key from images where image_deleted_at is null`,
  );
  for (const { key } of missing.rows) assert.ok(await demo.blobs.has(key), key);
  assert.equal(
    await value(
      'select count(distinct id)::int from alerts a where exists (select from alert_matches where alert_id = a.id)',
    ),
    await value('select count(*)::int from alerts'),
  );
  const deliveries = (condition: string) =>
    value(`select count(*)::int from ${DELIVERIES_WITH_STATE} d where ${condition}`);
  assert.ok(Number(await deliveries('due_at is null and died_at is null')) > 10);
  assert.ok(Number(await deliveries('died_at is not null')) > 0);
  assert.ok(Number(await value('select count(*) from mails where sent_at is not null')) > 10);
  assert.equal(
    await value(
      `select count(*)::int from (select source from images where image_deleted_at is null group by source having max(received_at) < $1::timestamptz - interval '5 days') s`,
      [NOW],
    ),
    1,
  );
  const secrets = await db.pool.query<{ id: string; secret: Buffer }>('select id, secret from webhooks');
  for (const { secret } of secrets.rows) assert.ok(secret.length > 32);
});

test('retention keeps what the images of the demo show', async () => {
  const read = () => value('select count(*)::int from images where readings is not null');
  const before = await read();
  assert.ok(Number(before) > 100);
  const sweeper = new ImageSweeper({ database: db, clock, blobs: demo.blobs });
  const { expired, droppedDays } = await sweeper.run();
  assert.deepEqual([expired, droppedDays, await read()], [0, 0, before]);
});

test('a reset replaces the demo and keeps the sightings of other organizations', async () => {
  const { organizationId } = await customer();
  const usdot_number = header.cases[0]?.usdot_number ?? 0;
  const time_captured = new Date('2024-02-20T12:00:00Z');
  const [key] = await db.transaction((tx) =>
    recordSightings(tx, [{ organizationId, usdot_number, time_captured }]),
  );
  await writeWaiting(db);
  const before: Record<string, number> = { ...inFile, observations: (inFile.observations ?? 0) + 1 };
  const renewed = await resetDemo(demo);
  assert.notEqual(renewed.api_key, credentials.api_key);
  const { observation_counts: counts, ...rest } = await rowCounts();
  const { observation_counts: counted = 0, ...expected } = before;
  assert.deepEqual(rest, expected);
  assert.ok(counts !== undefined && counts >= counted);
  assert.equal(await value('select count(*)::int from observations where id = $1', [key?.id]), 1);
});

test('relative values resolve to days, months of the calendar and numbers', () => {
  const ids = { organization: 1, user: 2, alert: 3, sighting: 4, webhook: 5, run: 6, load: 7 };
  const of = (kind: keyof typeof ids) => (position: number) => ids[kind] * 100 + position;
  const resolve = relativeValues('2024-03-31', {
    ...{ organization: of('organization'), user: of('user'), alert: of('alert'), sighting: of('sighting') },
    ...{ webhook: of('webhook'), run: of('run'), load: of('load') },
  });
  assert.equal(
    resolve(
      '{iso-31} 12:00+00\t{compact0} {asOf1} {month1} {asOf13} {"alert_id": {alert7}, "x": "{webhook2}"}',
    ),
    '2024-02-29 12:00+00\t20240331 2024-02-29 2024-02-01 2023-02-28 {"alert_id": 307, "x": "502"}',
  );
});

test('serves the demo images and a receiver of webhooks in local mode only', async () => {
  const receive = (service: typeof app) =>
    service.inject({ method: 'POST', url: '/demo/receiver', payload: { type: 'test' } });
  assert.deepEqual((await receive(app)).json(), { received: true });
  const response = await app.inject('/demo/truck.jpg');
  assert.deepEqual([response.statusCode, response.headers['content-type']], [200, 'image/jpeg']);
  assert.equal((await sharp(response.rawPayload).metadata()).width, 1920);
  for (const name of ['other.jpg', 'toString', '..%2Ftables.br'])
    assert.equal((await app.inject(`/demo/${name}`)).statusCode, 404, name);
  const production = await testApi({ env: { MILEPOST_MODE: 'production' }, db });
  assert.equal((await production.app.inject('/demo/truck.jpg')).statusCode, 404);
  assert.equal((await receive(production.app)).statusCode, 404);
});
