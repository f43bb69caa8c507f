import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { verifyPack } from '../../src/domain/cases/verify-pack.ts';
import { keyOfImage } from '../../src/domain/images/blob-key.ts';
import { eraseRest } from '../../src/domain/privacy/erase/erase-rest.ts';
import { platePattern } from '../../src/domain/privacy/erase/vehicle-pattern.ts';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { createKey } from '../../src/lib/signed-files/ed25519-key.ts';
import { signFile } from '../../src/lib/signed-files/signed-file.ts';
import { isZip, readStoredZip } from '../../src/lib/zip/read-zip.ts';
import { storedZip } from '../../src/lib/zip/stored-zip.ts';
import { type Customer, testApi } from '../support/api.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';
import { insertSightings, signedIn } from '../support/sightings/planted-sightings.ts';

const api = await testApi();
const { db } = api;
const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
const insurer = await api.customer(['image-read-endpoint', 'admin'], 'insurance');
const colleague = await api.customer(['image-read-endpoint'], 'insurance');
const partner = await api.customer(['image-read-endpoint'], 'partner');
const roleless = await api.customer([], 'insurance');
const headersOf = signedIn(api);

async function call(method: 'GET' | 'POST', url: string, payload?: object, customer: Customer = insurer) {
  const headers = await headersOf(customer);
  const response = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.body, bytes: response.rawPayload };
}

const jpeg = await sampleImage('jpeg');
async function upload(source: string): Promise<string> {
  const { image_url: _, ...record } = ingestBody('', { source });
  const body = new FormData();
  body.append('record', JSON.stringify(record));
  body.append('image', new Blob([new Uint8Array(jpeg)]));
  const headers = await api.bearer(insurer);
  const response = await fetch(`${origin}/images/upload`, { method: 'POST', headers, body });
  return ((await response.json()) as { image_id: string }).image_id;
}

const day = (n: number, fields = {}) => ({
  ...{ alpr_plate_number: 'CASE001', plate_state: 'TX', location_city: 'Amarillo', location_state: 'TX' },
  ...{ route: 'I-40 EB', source: 'camera-1', ...fields },
  time_captured: new Date(Date.UTC(2026, 9, n, 12)),
});
const own = await insertSightings(db, insurer.organizationId, [
  day(10, { equipment_number: '=cmd' }),
  day(12),
  // After the period.
  day(25),
]);
await insertSightings(db, partner.organizationId, [
  day(11, { source: 'partner-camera', location_state: 'NM' }),
]);
const kept = await upload('camera-1');
const gone = await upload('camera-2');
const foreign = 'aaaaaaaa-0000-4000-8000-000000000000';
const setImage = (id: number | undefined, image: string) =>
  db.pool.query('update observations set image_id = $2 where id = $1', [id, image]);
await setImage(own[0]?.id, kept);
await setImage(own[1]?.id, gone);
await db.pool.query(`update observations set image_id = $1 where source = 'partner-camera'`, [foreign]);
await db.pool.query('update images set image_deleted_at = now() where id = $1', [gone]);

const THEFT = {
  ...{
    kind: 'plate',
    value: 'case-001',
    plate_state: 'Texas',
    title: 'Stolen tractor',
    note: 'Claim 20-117 – Ω',
  },
  ...{ start: '2026-10-01T00:00:00Z', end: '2026-10-20T00:00:00Z' },
};
const created = JSON.parse((await call('POST', '/cases', THEFT)).body);
const packOf = async (id: string = created.id) => (await call('GET', `/cases/${id}/pack`)).bytes;
type Content = { images: Record<string, unknown>[]; other_cameras: unknown; sightings: number };

suite('cases', () => {
  test('a case is created, listed and read', async () => {
    assert.equal(created.value, 'CASE001');
    assert.equal(created.plate_state, 'TX');
    assert.equal(created.usdot_number, null);
    const { cases, pagination } = JSON.parse((await call('GET', '/cases')).body);
    assert.deepEqual([cases[0], pagination.total], [created, 1]);
    assert.deepEqual(JSON.parse((await call('GET', `/cases/${created.id}`)).body), created);
  });

  test('other organizations and users without the role find no case', async () => {
    for (const path of [`/cases/${created.id}`, `/cases/${created.id}/pack`])
      assert.equal((await call('GET', path, undefined, colleague)).status, 404);
    assert.deepEqual(JSON.parse((await call('GET', '/cases', undefined, colleague)).body).cases, []);
    assert.equal((await call('GET', '/cases', undefined, roleless)).status, 403);
    assert.equal((await call('POST', '/cases', THEFT, roleless)).status, 403);
  });

  test('rejects a period that ends before it starts, a VIN without the role, and one case too many', async () => {
    assert.equal((await call('POST', '/cases', { ...THEFT, end: THEFT.start })).status, 400);
    const vin = { ...THEFT, kind: 'vin', value: '1XKYDP9X3GJ473982' };
    assert.equal((await call('POST', '/cases', vin)).status, 403);
    await setQuota(db, insurer.organizationId, 'cases', 1);
    const { status, body } = await call('POST', '/cases', THEFT);
    assert.equal(status, 429, body);
    await setQuota(db, insurer.organizationId, 'cases', 100);
  });
});

suite('packs', () => {
  test('the summary of a demo organization has a watermark, and no other has one', async () => {
    const setDemo = (isDemo: boolean) =>
      db.pool.query('update organizations set is_demo = $2 where id = $1', [insurer.organizationId, isDemo]);
    const hasWatermark = async () => {
      const summary = (await readStoredZip(await packOf()))?.find(({ name }) => name === 'summary.pdf');
      return summary?.bytes.includes('/ca 0.07');
    };
    assert.equal(await hasWatermark(), false);
    await setDemo(true);
    assert.equal(await hasWatermark(), true);
    await setDemo(false);
  });

  test('a pack has the sightings of the period, the stored images, and a signed manifest of all files', async () => {
    const bytes = await packOf();
    assert.ok(isZip(bytes));
    const entries = await readStoredZip(bytes);
    const names = entries?.map(({ name }) => name);
    assert.deepEqual(names, [
      'manifest.json',
      'summary.pdf',
      'sightings.json',
      'sightings.csv',
      `images/${kept}.jpg`,
    ]);
    const text = (name: string) => entries?.find((one) => one.name === name)?.bytes ?? Buffer.alloc(0);
    const sightings = JSON.parse(text('sightings.json').toString());
    assert.deepEqual(
      sightings.map((one: Record<string, unknown>) => [one.source, one.is_own]),
      [
        ['camera-1', true],
        ['partner-camera', false],
        ['camera-1', true],
      ],
    );
    assert.match(text('sightings.csv').toString(), /,'=cmd,/);
    assert.ok(text(`images/${kept}.jpg`).equals(jpeg));
    assert.equal(text('summary.pdf').subarray(0, 5).toString(), '%PDF-');
    const { signed, problems } = await verifyPack(bytes);
    assert.deepEqual(problems, []);
    const content = signed?.content as Content;
    assert.deepEqual(
      content.images.map(({ image_id, state, file }) => [image_id, state, file]),
      [
        [gone, 'deleted', null],
        [kept, 'stored', `images/${kept}.jpg`],
      ],
    );
    // By region and day only.
    assert.deepEqual(content.other_cameras, [{ region: 'NM', day: '2026-10-11' }]);
    assert.ok(!bytes.includes(foreign));
    const listed = signed?.attachments.find(({ name }) => name === `images/${kept}.jpg`);
    assert.equal(listed?.sha256, createHash('sha256').update(jpeg).digest('hex'));
  });

  test('every changed byte of a pack is found', async () => {
    const bytes = await packOf();
    const step = Math.max(1, Math.floor(bytes.length / 80));
    const places = Array.from({ length: bytes.length }, (_, i) => i).filter(
      // The header of the first file, every fourth byte of the directory, and a sample of the rest.
      (i) => i < 45 || (i > bytes.length - 500 && i % 4 === 0) || i % step === 0,
    );
    for (const place of places) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      const { problems } = await verifyPack(changed);
      assert.ok(problems.length > 0, `byte ${place} of ${bytes.length}`);
    }
    assert.ok((await verifyPack(bytes.subarray(0, -1))).problems.length > 0);
    assert.ok((await verifyPack(Buffer.concat([bytes, Buffer.from('x')]))).problems.length > 0);
  });

  test('a file that was added, removed or exchanged is named', async () => {
    const entries = (await readStoredZip(await packOf())) ?? [];
    const zip = (list: typeof entries) => Buffer.concat(storedZip(list, new Date()));
    const added = await verifyPack(zip([...entries, { name: 'more.txt', bytes: Buffer.from('x') }]));
    assert.match(added.problems.join(), /more\.txt is not listed/);
    const removed = await verifyPack(zip(entries.filter(({ name }) => name !== 'summary.pdf')));
    assert.match(removed.problems.join(), /summary\.pdf is missing/);
    const exchanged = entries.map((one) =>
      one.name === 'sightings.csv' ? { ...one, bytes: Buffer.from('') } : one,
    );
    assert.match((await verifyPack(zip(exchanged))).problems.join(), /sightings\.csv was changed/);
    const other = signFile(
      { type: 'other/1', created_at: new Date().toISOString(), attachments: [], content: {} },
      createKey(),
    );
    const foreignPack = await verifyPack(zip([{ name: 'manifest.json', bytes: other }]));
    assert.match(foreignPack.problems.join(), /It is a other\/1|not a case-pack/);
  });

  test('milepost verify-file checks a pack offline and says what is proven', async () => {
    const folder = await temporaryFolder();
    const bytes = await packOf();
    const path = join(folder, 'case.zip');
    await writeFile(path, bytes);
    const keys = join(folder, 'keys.json');
    await writeFile(keys, (await call('GET', '/.well-known/milepost-keys')).body);
    const run = (...args: string[]) => milepost(['verify-file', ...args], folder);
    const good = await run(path, '--key', keys);
    assert.equal(good.code, 0, good.stdout + good.stderr);
    assert.match(
      good.stdout,
      /Stolen tractor[\s\S]*3 sightings, 2 images, 4 files[\s\S]*every file that was signed/,
    );
    assert.doesNotMatch(good.stdout, /rules/);
    bytes[bytes.length - 700] = (bytes[bytes.length - 700] ?? 0) ^ 1;
    await writeFile(path, bytes);
    const bad = await run(path);
    assert.deepEqual([bad.code, /NOT valid/.test(bad.stdout)], [1, true]);
    const manifest = (await readStoredZip(await packOf()))?.[0]?.bytes ?? Buffer.alloc(0);
    await writeFile(path, manifest);
    assert.match((await run(path)).stdout, /manifest of a case pack/);
  });

  test('an image whose file is missing is listed as deleted', async () => {
    const sha256 = createHash('sha256').update(jpeg).digest();
    await rm(join(api.settings.dataDir, 'blobs', keyOfImage({ id: kept, sha256 })));
    const { signed } = await verifyPack(await packOf());
    const { images } = (signed as { content: unknown }).content as Content;
    const states = images.map(({ state }) => state);
    assert.deepEqual(states, ['deleted', 'deleted']);
  });
});

test('an erasure of the vehicle deletes its cases, and those that name it', async () => {
  const other = { ...THEFT, value: 'OTHER77', title: 'Follows CASE 001' };
  const unrelated = { ...THEFT, value: 'OTHER78' };
  for (const body of [other, unrelated]) assert.equal((await call('POST', '/cases', body)).status, 201);
  const pattern = platePattern('CASE001', 'TX');
  assert.equal((await eraseRest(db, pattern, true)).cases, 2);
  assert.equal((await eraseRest(db, pattern, false)).cases, 2);
  const { cases } = JSON.parse((await call('GET', '/cases')).body);
  assert.deepEqual(
    cases.map(({ value }: { value: string }) => value),
    ['OTHER78'],
  );
});
