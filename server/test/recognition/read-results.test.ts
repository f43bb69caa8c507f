import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ReadResult, readResults } from '../../src/contract/read-results.ts';
import { countCameras } from '../../src/domain/images/cameras/count-cameras.ts';
import { testApi } from '../support/api.ts';
import { type Capture, type Script, testRecognition } from '../support/recognition/recognition.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const api = await testApi();
const { db } = api;
const owner = await api.customer(['admin', 'image-correction-endpoint', 'image-ingest-endpoint'], 'partner');
const headers = await api.signIn(owner);
const org = owner.organizationId;
const { ingest, drain } = testRecognition(api);
/** The hour before this one, so that it is over. */
const hour = new Date(Math.floor(Date.now() / HOUR_MS - 1) * HOUR_MS);
const receivedAt = new Date(hour.getTime() + 1_000);

await db.pool.query(
  `insert into company_census (usdot_number, legal_name, phy_city, phy_state) values (1234567, 'ACME ROCKETS LLC', 'TULSA', 'OK')`,
);

type Case = { result: ReadResult; script: Script; capture?: Capture };
const door = ['ACME ROCKETS LLC', 'TULSA OK', 'USDOT 1234567'];
const CASES: Case[] = [
  { result: 'usdot_and_plate', script: { lines: door }, capture: { plate: 'ABC1234' } },
  { result: 'usdot', script: { lines: door } },
  { result: 'plate', script: { lines: [] }, capture: { plate: 'XYZ9876' } },
  { result: 'other', script: { lines: ['MC 529015'] } },
  { result: 'unreadable_image', script: { broken: 'The image is truncated.' } },
  { result: 'failed', script: { fails: 'The recognizer is out of memory.' } },
  { result: 'no_text', script: { lines: [] } },
  { result: 'number_not_registered', script: { lines: ['USBOT 7654321'] } },
  { result: 'placeholder_plate', script: { lines: [] }, capture: { plate: 'NOPLATE' } },
  { result: 'invalid_vin', script: { lines: ['3HXCEFHR9FN393939'] } },
  { result: 'low_confidence', script: { lines: [] }, capture: { plate: 'QRS5432', confidence: 0.4 } },
  { result: 'no_candidate', script: { lines: ['WIDE RIGHT TURNS'] } },
];

/** Counts the hour of the images again. The other hours have none. */
async function count(): Promise<void> {
  await db.pool.query(`delete from camera_counts`);
  await db.pool.query(
    `insert into camera_counts (hour, counted_at) select h, case when h = $1 then '-infinity'::timestamptz else now() end
       from generate_series($1::timestamptz - interval '14 days', $1::timestamptz + interval '3 hours', interval '1 hour') h`,
    [hour],
  );
  await countCameras(db, new Date());
}
async function send(query: string, as = headers) {
  const response = await api.app.inject({ url: `/admin/cameras/hours?${query}`, headers: as });
  return { status: response.statusCode, body: response.json() };
}
async function hoursOf(source: string) {
  await count();
  const { status, body } = await send(`source=${source}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.hours;
}
async function readAll(): Promise<void> {
  await drain();
  // The attempts that are left are not waited for.
  await db.pool.query(`update image_queue set due_at = now(), attempts = 2 where due_at is not null`);
  await drain();
}

const ids = new Map<ReadResult, string>();
for (const [i, { result, script, capture }] of CASES.entries())
  ids.set(
    result,
    await ingest(org, { nth: i, ...script }, { source: 'mile-1', seconds: i * 600, receivedAt, ...capture }),
  );
await readAll();

test('every result is the result of one of the images below', () => {
  assert.deepEqual(
    CASES.map(({ result }) => result),
    readResults(),
  );
});

for (const { result } of CASES)
  test(`an image has the result ${result}`, async () => {
    const { rows } = await db.pool.query('select read_result from images where id = $1', [ids.get(result)]);
    assert.deepEqual(rows, [{ read_result: result }]);
  });

suite('hours of a camera', () => {
  const reasons = Object.fromEntries(CASES.slice(4).map(({ result }) => [result, 1]));
  const expected = {
    ...{ hour: hour.toISOString(), images: 12, read: 9, failed: 3, judged: 12, identified: 4 },
    ...{ with_usdot: 2, with_plate: 2, reasons },
  };
  test('have the counts of their images, equal to a recount of what is stored', async () => {
    assert.deepEqual(await hoursOf('mile-1'), [expected]);
    const { rows } = await db.pool.query(
      `select count(*) filter (where (i.readings #>> '{f,p,1}')::int >= 2 and i.readings #>> '{f,p,0}' <> 'NOPLATE')::int as with_plate,
              count(*) filter (where i.recognized_at is not null)::int as read, count(q.died_at)::int as failed
         from images i left join image_queue q on q.image_id = i.id and q.bucket = i.bucket
        where i.source = 'mile-1'`,
    );
    const certain = await db.pool.query(
      `select id from observations where usdot_number_ocr_score in ('High', 'Medium') and source = 'mile-1'`,
    );
    const ofImages = await db.pool.query(
      `select count(*)::int as n from images where source = 'mile-1' and sighting_id = any($1)`,
      [certain.rows.map(({ id }) => id)],
    );
    const { with_usdot, with_plate, read, failed } = expected;
    assert.deepEqual(rows, [{ with_plate, read, failed }]);
    assert.equal(ofImages.rows[0].n, with_usdot);
  });
  test('give the share of a camera that identifies a truck', async () => {
    const { cameras } = (await api.app.inject({ url: '/admin/cameras', headers })).json();
    assert.equal(cameras[0].share_identified, 4 / 12);
    assert.equal(cameras[0].share_read, 9 / 12);
  });
  test('do not change when images are sent again, read again or corrected', async () => {
    for (const [i, { script, capture }] of CASES.entries())
      await ingest(
        org,
        { nth: i, ...script },
        { source: 'mile-1', seconds: i * 600, receivedAt, ...capture },
      );
    const post = (path: string, payload = {}) =>
      api.app.inject({ method: 'POST', url: path, headers, payload });
    for (const { result } of CASES) {
      const { statusCode } = await post(`/images/${ids.get(result)}/read`);
      assert.ok(statusCode < 300, String(statusCode));
    }
    const [waiting] = await hoursOf('mile-1');
    assert.deepEqual([waiting.images, waiting.judged], [12, 0], 'waiting images have no result');
    await readAll();
    const correction = { field: 'usdot_number', value: '1234567' };
    const corrected = await post(`/images/${ids.get('no_candidate')}/correction`, correction);
    assert.equal(corrected.statusCode, 200, corrected.body);
    await post(`/images/${ids.get('no_candidate')}/read`);
    await readAll();
    assert.deepEqual(await hoursOf('mile-1'), [expected]);
  });
  test('are not found by other organizations; the operator names the organization', async () => {
    const other = await api.signIn(await api.customer(['admin'], 'partner'));
    const operator = await api.signIn(await api.customer(['admin'], 'operator'));
    const notFound = { status: 404, body: { detail: 'There is no such camera.' } };
    assert.deepEqual(await send('source=mile-1', other), notFound);
    assert.deepEqual(await send(`source=mile-1&organization_id=${org}`, other), notFound);
    assert.deepEqual(await send('source=mile-1', operator), notFound);
    assert.equal((await send(`source=mile-1&organization_id=${org}`, operator)).body.hours.length, 1);
    const reader = await api.signIn(await api.customer(['image-ingest-endpoint']));
    assert.equal((await send('source=mile-1', reader)).status, 403);
  });
  test('are those of the range, which has at most 31 days', async () => {
    const at = (ms: number) => new Date(hour.getTime() + ms).toISOString();
    const found = async (from: number, to: number) =>
      (await send(`source=mile-1&from=${at(from)}&to=${at(to)}`)).body.hours.length;
    assert.equal(await found(0, 1), 1);
    assert.equal(await found(HOUR_MS / 2, HOUR_MS), 1, 'the first hour contains the time');
    assert.equal(await found(-HOUR_MS, 0), 0);
    assert.equal((await send(`source=mile-1&from=${at(-31 * DAY_MS)}&to=${at(0)}`)).status, 200);
    for (const range of [`from=${at(0)}&to=${at(0)}`, `from=${at(-31 * DAY_MS - 1)}&to=${at(0)}`])
      assert.equal((await send(`source=mile-1&${range}`)).status, 400, range);
    assert.equal((await send('')).status, 400);
  });
  test('lose erased images, and vanish with the last one', async () => {
    for (const seconds of [0, 600])
      await ingest(org, { lines: door }, { source: 'mile-2', seconds, receivedAt });
    await drain();
    assert.equal((await hoursOf('mile-2'))[0].identified, 2);
    const erase = () =>
      db.pool.query(
        `delete from images where id = (select id from images where source = 'mile-2' order by id limit 1)`,
      );
    await erase();
    assert.equal((await hoursOf('mile-2'))[0].identified, 1);
    await erase();
    await count();
    assert.equal((await send('source=mile-2')).status, 404);
    const { cameras } = (await api.app.inject({ url: '/admin/cameras?source=mile-2', headers })).json();
    assert.deepEqual(cameras, []);
  });
  test('count an image as failed that was read once and failed for good when it was read again', async () => {
    const id = await ingest(org, { lines: door }, { source: 'mile-3', receivedAt });
    await drain();
    await db.pool.query(
      `insert into image_queue (image_id, bucket, sighting_id, organization_id, due_at, died_at)
       values ($1, image_bucket($1), next_sighting_id(image_bucket($1)), $2, null, now())`,
      [id, org],
    );
    const [{ judged, identified, reasons: counted }] = await hoursOf('mile-3');
    assert.deepEqual([judged, identified, counted.failed], [1, 0, 1]);
  });
  test('are deleted after 90 days', async () => {
    await countCameras(db, new Date(hour.getTime() + 90 * DAY_MS));
    assert.equal((await send('source=mile-1')).status, 200);
    await countCameras(db, new Date(hour.getTime() + 90 * DAY_MS + 1));
    assert.equal((await send('source=mile-1')).status, 404);
  });
});

test('the metric counts each reading by its result, without the camera', async () => {
  const text = await api.services.telemetry.metrics.text();
  const counted = text.match(/^milepost_image_results_total\{.*$/gm)?.map((line) => line.split(' '));
  const value = (result: string) =>
    counted?.find(([name]) => name === `milepost_image_results_total{result="${result}"}`)?.[1];
  assert.equal(counted?.length, readResults().length + 1, 'and those that were deleted, without a truck');
  assert.equal(value('private_vehicle'), '0');
  assert.equal(value('usdot_and_plate'), '2', 'read twice');
  assert.equal(value('no_text'), '2');
  assert.equal(value('no_candidate'), '3');
});
