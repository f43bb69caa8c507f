import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import type { ImageReading } from '../../src/domain/recognition/recognizer.ts';
import { AppError } from '../../src/lib/errors.ts';
import { testApi } from '../support/api.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { uploadForm } from '../support/images/upload-image.ts';
import { eventually } from '../support/milepost.ts';
import { readLines } from '../support/recognition/read-lines.ts';
import { recognizerOf } from '../support/recognition/recognition.ts';
import { startServer } from '../support/start-server.ts';

const api = await testApi({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
const { db, app, services } = api;
await db.pool.query(
  `insert into company_census (usdot_number, status_code, legal_name, docket1_prefix, docket1_number)
   values (2345678, 'A', 'KESTREL RIDGE TRUCKING LLC', 'MC', 123456)`,
);
const customer = await api.customer(['dock-check-endpoint', 'image-ingest-endpoint']);
const headers = await api.signIn(customer);
const jpeg = await sampleImage('jpeg');
const camera = await startServer((_request, response) => response.end(jpeg));
const place = ingestBody('').source_location_info;

const HONEST = readLines(['KESTREL RIDGE TRUCKING LLC', 'USDOT 2345678', 'MC 123456']);
let read: () => Promise<ImageReading> = async () => HONEST;
services.dockChecks.recognizer = recognizerOf(() => read());
beforeEach(() => {
  read = async () => HONEST;
});

async function byUrl(payload: object, credentials: Record<string, string> = headers) {
  const response = await app.inject({ method: 'POST', url: '/dock-check', headers: credentials, payload });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}
async function byUpload(record: object, image = jpeg) {
  const { payload, contentType } = await uploadForm(record, image);
  const sent = { ...headers, 'content-type': contentType };
  const response = await app.inject({ method: 'POST', url: '/dock-check/upload', headers: sent, payload });
  return { status: response.statusCode, body: response.json() };
}
const images = async () => (await db.pool.query('select count(*)::int as n from images')).rows[0].n;
const url = `${camera}/door.jpg`;

suite('POST /dock-check', () => {
  test('answers by the URL of an image and stores nothing of it', async () => {
    const { status, body } = await byUrl({ image_url: url, usdot_number: '2345678' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.answer, 'yes');
    assert.equal(body.reason, 'number_and_name_agree');
    assert.deepEqual(body.booked, {
      usdot_number: '2345678',
      mc_numbers: ['123456'],
      names: ['KESTREL RIDGE TRUCKING LLC'],
    });
    const outcomes = body.findings.map(({ field, outcome }: Record<string, string>) => [field, outcome]);
    assert.deepEqual(outcomes, [
      ['usdot_number', 'agrees'],
      ['name', 'agrees'],
      ['mc_number', 'agrees'],
    ]);
    assert.deepEqual([body.is_kept, body.image_id, body.not_kept_reason], [false, null, null]);
    const warnings = body.warnings.map(({ code, message }: Record<string, string>) => [code, message]);
    assert.deepEqual(
      warnings.map(([code]: string[]) => code),
      ['not_known', 'not_known', 'not_known'],
    );
    assert.match(warnings[0][1], /order is in force is not certain\. Not loaded: .*out-of-service-orders/);
    assert.equal(body.readings.lines.length, 3);
    assert.equal(await images(), 0);
  });

  test('answers by an upload, with the carrier by its MC number', async () => {
    const { status, body } = await byUpload({ mc_number: 'MC 123456' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.answer, body.booked.usdot_number], ['yes', '2345678']);
    assert.equal(await images(), 0);
  });

  test('stores the image when asked, with its place', async () => {
    const record = { usdot_number: '2345678', keep: true, source_location_info: place };
    const { status, body } = await byUpload(record);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.is_kept, true);
    const { rows } = await db.pool.query('select id, source, city from images');
    assert.deepEqual(rows, [{ id: body.image_id, source: 'dock-check', city: 'Amarillo' }]);
  });

  test('says why an image was not stored, and answers all the same', async () => {
    const other = await api.customer(['dock-check-endpoint', 'image-ingest-endpoint']);
    await setQuota(db, other.organizationId, 'images_per_day', 0);
    const record = { image_url: url, usdot_number: '2345678', keep: true, source_location_info: place };
    const { status, body } = await byUrl(record, await api.signIn(other));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.answer, body.is_kept], ['yes', false]);
    assert.match(body.not_kept_reason, /images_per_day/);
  });

  test('warns of an out-of-service order, which does not change the answer', async () => {
    await db.pool.query(
      `insert into federal_loads (dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
         rows_repeated, rows_blank, cells_unread, is_current, seconds)
       select dataset, 'x.csv', 1, '', current_date, 1, 1, 0, 0, 0, 0, true, 1
       from unnest(array['out-of-service-orders', 'company-census', 'motus-carrier', 'legacy-carrier']) d (dataset)`,
    );
    await db.pool.query(
      `insert into out_of_service_orders (usdot_number, row_hash, oos_date) values (2345678, 1, '2026-01-02')`,
    );
    const { body } = await byUrl({ image_url: url, usdot_number: '2345678' });
    assert.equal(body.answer, 'yes');
    assert.deepEqual(
      body.warnings.map(({ code }: { code: string }) => code),
      ['out_of_service', 'no_active_authority'],
    );
    assert.match(
      body.warnings[0].message,
      /as of the list of out-of-service orders of \d{4}-\d{2}-\d{2}: it may/,
    );
    await db.pool.query('delete from out_of_service_orders');
    await db.pool.query(
      `update federal_loads set as_of = current_date - 63 where dataset = 'out-of-service-orders'`,
    );
    const { body: old } = await byUrl({ image_url: url, usdot_number: '2345678' });
    const unknown = old.warnings.find(({ code }: { code: string }) => code === 'not_known');
    assert.match(
      unknown.message,
      /order is in force is not certain\. The list of out-of-service orders is of/,
    );
  });

  test('is recorded in the audit log with the booked carrier', async () => {
    await byUrl({ image_url: url, usdot_number: '2345678' });
    await eventually('the entry', async () => {
      const { rows } = await db.pool.query(
        `select object_kind, object_id, outcome from audit_entries where action = 'dock-check.run' order by id desc limit 1`,
      );
      assert.deepEqual(rows, [{ object_kind: 'carrier', object_id: '2345678', outcome: 'success' }]);
      return true;
    });
  });
});

suite('rejects', () => {
  test('a carrier that is not in the federal files, before the image is read', async () => {
    read = () => assert.fail('the image was read');
    const { status, body } = await byUrl({ image_url: url, usdot_number: '3999999' });
    assert.equal(status, 400);
    assert.match(body.detail[0].msg, /No carrier of the loaded federal files holds USDOT 3999999/);
    assert.deepEqual(body.detail[0].loc, ['body', 'usdot_number']);
  });

  test('no carrier, two numbers, and keep without a place', async () => {
    const problems = async (record: object) => {
      const { status, body } = await byUrl({ image_url: url, ...record });
      assert.equal(status, 400);
      return body.detail.map(({ loc }: { loc: string[] }) => loc[1]);
    };
    assert.deepEqual(await problems({}), ['usdot_number']);
    assert.deepEqual(await problems({ usdot_number: '1', mc_number: '1' }), ['mc_number']);
    assert.deepEqual(await problems({ usdot_number: '2345678', keep: true }), ['source_location_info']);
    assert.equal((await byUpload({})).status, 400);
  });

  test('a URL of a private address and bytes that are no image', async () => {
    const refused = await byUrl({ image_url: 'http://10.0.0.1/x.jpg', usdot_number: '2345678' });
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.body.detail[0].loc, ['body', 'image_url']);
    const broken = await byUpload(
      { usdot_number: '2345678' },
      Buffer.from('<html>this is not an image at all</html>'),
    );
    assert.equal(broken.status, 400);
    assert.match(broken.body.detail[0].msg, /not a JPEG, PNG or WebP/);
  });

  test('an image that the engine cannot decode, and one that it does not read in time', async () => {
    read = () => Promise.reject(new AppError('invalid', 'The image is damaged.'));
    const damaged = await byUrl({ image_url: url, usdot_number: '2345678' });
    assert.equal(damaged.status, 400, JSON.stringify(damaged.body));
    read = () =>
      Promise.reject(new AppError('unavailable', 'Reading the image took longer than 30 seconds.'));
    const late = await byUrl({ image_url: url, usdot_number: '2345678' });
    assert.equal(late.status, 503);
    assert.ok(Number(late.headers['retry-after']) > 0);
  });

  test('users without the role, and keep without the role for images', async () => {
    const none = await api.signIn(await api.customer(['image-ingest-endpoint']));
    assert.equal((await byUrl({ image_url: url, usdot_number: '2345678' }, none)).status, 403);
    const reader = await api.signIn(await api.customer(['dock-check-endpoint']));
    const kept = { image_url: url, usdot_number: '2345678', keep: true, source_location_info: place };
    assert.equal((await byUrl(kept, reader)).status, 403);
  });

  test('checks above the quota of the day', async () => {
    const other = await api.customer(['dock-check-endpoint']);
    await setQuota(db, other.organizationId, 'dock_checks_per_day', 1);
    const credentials = await api.signIn(other);
    const send = () => byUrl({ image_url: url, usdot_number: '2345678' }, credentials);
    assert.equal((await send()).status, 200);
    const { status, body } = await send();
    assert.equal(status, 429);
    assert.match(JSON.stringify(body), /dock_checks_per_day/);
  });

  test('the fifth check of an organization at once', async () => {
    const release = Promise.withResolvers<ImageReading>();
    read = () => release.promise;
    const running = Array.from({ length: 5 }, () => byUrl({ image_url: url, usdot_number: '2345678' }));
    const first = await Promise.race(running);
    assert.equal(first.status, 429);
    release.resolve(HONEST);
    const statuses = (await Promise.all(running)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 200, 200, 200, 429]);
  });
});
