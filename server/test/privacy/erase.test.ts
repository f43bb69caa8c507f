import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { verifyAudit } from '../../src/domain/audit/verify-audit.ts';
import { addLogo } from '../../src/domain/logos/logos.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { minimal } from '../support/alerts/alert-client.ts';
import { testApi } from '../support/api.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { milepost } from '../support/milepost.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';
import { columnsWith, filesWith } from '../support/privacy/find-value.ts';
import { testRecognition } from '../support/recognition/recognition.ts';
import { startServer } from '../support/start-server.ts';

const api = await testApi({ env: { SECRET_KEY: 'a-secret-key-for-the-erasure-test-0001' } });
const { db, app, services, settings } = api;
const owner = await api.customer(['admin'], 'insurance');
const headers = await api.signIn(owner);
const org = owner.organizationId;
const { ingest, drain } = testRecognition(api, {}, Date.now() - 3_600_000);
const world = webhookWorld(api);
const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined });
const env = { DATABASE_URL: db.url, SECRET_KEY: 'a-secret-key-for-the-erasure-test-0001' };
const incoming = join(settings.dataDir, 'blobs', 'incoming');
const [staging = ''] = await readdir(incoming);
const erase = (...args: string[]) => eraseCommand(...args, '--json', '--yes');
const eraseCommand = async (...args: string[]) => {
  const finished = await milepost(['erase', ...args], settings.dataDir, { env });
  // The command runs in this process, so it deleted the staging folder as one of an earlier process with the same id.
  await mkdir(join(incoming, staging), { recursive: true });
  return finished;
};
const post = async (url: string, payload: object = {}) => {
  const response = await app.inject({ method: 'POST', url, headers, payload });
  assert.ok(response.statusCode < 300, response.body);
  return response.json();
};

/** A receiver that fails and returns what it was sent. */
const echoUrl = `${await startServer((request, response) => {
  response.statusCode = 500;
  request.pipe(response);
})}/`;

const DOOR = ['ACME ROCKETS LLC', 'TULSA OK', 'USDOT 1234567'];
const FEDERAL = ['inspection_units.unit_license', 'observations.alpr_plate_number'];
await db.pool.query(
  `insert into company_census (usdot_number, legal_name, phy_city, phy_state)
   values (1234567, 'ACME ROCKETS LLC', 'TULSA', 'OK')`,
);

/** Puts values through the whole product: images, sightings, matches, webhooks, emails, requests. */
async function plant(plate: string, lines: string[], camera: string): Promise<void> {
  await ingest(org, { lines: [...DOOR, ...lines] }, { plate, source: camera });
  await ingest(org, { lines: [...DOOR, 'REAR DOOR'] }, { source: camera, seconds: 4 });
  await ingest(org, { lines: [...lines, 'TEXAS'] }, { source: `${camera}-2`, seconds: 600 });
  await ingest(org, { broken: `no text on ${plate}` }, { plate, source: `${camera}-3`, seconds: 900 });
  await drain();
  await matcher.round();
  await post('/alerts/run');
  await world.send();
  await world.sendMails();
}

await post('/alerts/webhook', { webhook_url: echoUrl, secret: 'a secret of a customer' });
const alert = {
  ...minimal,
  email: 'dispatch@customer.example',
  notification_channels: ['email', 'webhook'],
};
const watched = await post('/alerts', { ...alert, usdot_number: '1234567' });
// A truck that stays.
await ingest(org, { lines: [...DOOR, 'XY 9999'] }, { plate: 'XY9999', source: 'other-camera' });

suite('a plate', () => {
  const PLATE = 'ZQ 48O7';

  test('a plate is stored in every place that the erasure must find', async () => {
    await post('/alerts', { ...alert, license_plate: PLATE });
    await plant('zq-48o7', ['ZQ.4807'], 'camera-1');
    await addLogo(db, 'zq4807');
    await app.inject({ url: '/alerts', headers: { ...headers, 'x-purpose': 'Owner of ZQ-4807 asked' } });
    await services.auditLog.flush();
    await db.pool.query(
      `insert into inspection_units (inspection_id, unit_id, unit_license, unit_license_state) values (1, 1, 'ZQ4807', 'TX')`,
    );
    const time_captured = new Date(Date.now() - 86_400_000);
    await recordObservations(db, [
      { usdot_number: 1234567, time_captured, type: 'Inspection', alpr_plate_number: 'ZQ4807' },
    ]);
    const places = new Set((await columnsWith(db, PLATE)).map((column) => column.split('.')[0]));
    for (const table of [
      ...['alert_matches', 'alerts', 'audit_entries', 'images', 'inspection_units', 'logos', 'mails'],
      ...['observations', 'recent_sightings', 'sightings', 'vehicle_evidence', 'webhook_attempts'],
      'webhook_deliveries',
    ]) {
      assert.ok(places.has(table), `${table} does not contain the plate`);
    }
    const files = await filesWith(settings.dataDir, PLATE);
    const kinds = new Set(files.map((path) => path.endsWith('.eml')));
    assert.equal(kinds.size, 2, `emails and images: ${files}`);
  });

  test('a dry run lists what would go, and changes nothing', async () => {
    const before = await columnsWith(db, PLATE);
    const { code, stdout } = await erase('--plate', 'ZQ4807', '--dry-run');
    assert.equal(code, 0);
    const { counts, scan, alerts } = JSON.parse(stdout);
    assert.ok(counts.sightings >= 2 && counts.images >= 4 && counts.email_files >= 1, stdout);
    assert.equal(alerts.length, 1);
    assert.ok(scan.federal.some(({ table }: { table: string }) => table === 'inspection_units'));
    assert.deepEqual(await columnsWith(db, PLATE), before);
  });

  test('is not erased while an alert names it, unless that is asked for', async () => {
    const before = await columnsWith(db, PLATE);
    const { code, stderr } = await erase('--plate', 'ZQ4807');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /Nothing was erased: these alerts name the vehicle.*owner dispatch@customer\.example/s,
    );
    assert.deepEqual(await columnsWith(db, PLATE), before);
  });

  test('is found nowhere after it was erased, except in federal records', async () => {
    const { code, stdout, stderr } = await erase('--plate', 'zq 48-07', '--include-alerts');
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(await columnsWith(db, PLATE), FEDERAL);
    assert.deepEqual(await filesWith(settings.dataDir, PLATE), []);
    assert.deepEqual(JSON.parse(stdout).scan.own, []);
    assert.deepEqual(await countDifferences(db), []);
  });

  test('everything else stays', async () => {
    const { rows } = await db.pool.query(
      `select alpr_plate_number from observations where type = 'Detection'`,
    );
    assert.deepEqual(rows, [{ alpr_plate_number: 'XY9999' }]);
    const matches = await app.inject({ url: `/alerts/${watched.id}/matches`, headers });
    assert.deepEqual(
      matches
        .json()
        .matches.map(({ sighting }: { sighting: object }) => Reflect.get(sighting, 'alpr_plate_number')),
      ['XY9999'],
    );
    const { rows: deliveries } = await db.pool.query(
      `select convert_from(body, 'UTF8')::json as body, total_matches from webhook_deliveries`,
    );
    assert.deepEqual(
      deliveries.map(({ body, total_matches }) => [
        body.total_matches,
        total_matches,
        body.matches.map((one: { license_plate: string }) => one.license_plate),
      ]),
      [[1, 1, ['XY9999']]],
    );
  });

  test('matchers forget the alert', async () => {
    await ingest(
      org,
      { lines: ['ZQ 4807', 'TEXAS'] },
      { plate: 'ZQ4807', source: 'camera-9', seconds: 1_200 },
    );
    await drain();
    assert.equal((await matcher.round()).pairs, 0);
    assert.equal((await erase('--plate', 'ZQ4807')).code, 0);
    assert.deepEqual(await columnsWith(db, PLATE), FEDERAL);
  });

  test('the audit log records the erasure by its keyed hash, and is intact', async () => {
    const found = await app.inject({
      url: '/audit?plate=ZQ4807&action=vehicle.',
      headers: await api.signIn(await api.customer(['admin'], 'operator')),
    });
    const actions = found
      .json()
      .entries.map(({ action, outcome }: Record<string, string>) => [action, outcome]);
    assert.deepEqual(actions, [
      ['vehicle.erase', 'success'],
      ['vehicle.erase', 'success'],
      ['vehicle.find', 'success'],
    ]);
    assert.deepEqual((await verifyAudit(db, services.auditKeys)).problems, []);
    const { rows } = await db.pool.query(
      `select purpose, purpose_hash is null as gone from audit_entries where purpose_hash is not null`,
    );
    assert.deepEqual(rows, [{ purpose: null, gone: false }]);
  });
});

suite('a VIN', () => {
  const VIN = '1XKYDP9X1JY839405';

  test('is found nowhere after it was erased', async () => {
    await plant('KT 1111', ['VIN 1XKYDP9X1JY839405'], 'camera-5');
    const before = await columnsWith(db, VIN);
    assert.ok(
      before.includes('observations.vin') && before.includes('webhook_deliveries.body'),
      before.join(),
    );
    assert.ok((await filesWith(settings.dataDir, VIN)).length >= 2);
    const { code, stdout, stderr } = await erase('--vin', VIN.toLowerCase());
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(await columnsWith(db, VIN), []);
    assert.deepEqual(await columnsWith(db, VIN.slice(-8)), []);
    assert.deepEqual(await filesWith(settings.dataDir, VIN), []);
    assert.deepEqual(await countDifferences(db), []);
  });
});

suite('records of other vehicles', () => {
  const placeholder = { lines: ['CAMERA OFFLINE'], nth: 0 };
  const plates = async () => {
    const { rows } = await db.pool.query(
      `select plate_number from images where plate_number like 'SB%' order by plate_number`,
    );
    return rows.map((row) => row.plate_number.replace(' ', ''));
  };

  test('stay when they have the same image file, and are listed', async () => {
    await ingest(org, placeholder, { plate: 'SB 1001', source: 'camera-11' });
    await ingest(org, placeholder, { plate: 'SB 2002', source: 'camera-12', seconds: 3_000 });
    await drain();
    const dry = JSON.parse((await erase('--plate', 'SB1001', '--dry-run')).stdout);
    assert.equal(dry.affected.images, 1);
    assert.deepEqual(dry.affected.plates, []);
    assert.deepEqual(
      dry.affected.organizations.map(({ organization_id }: { organization_id: number }) => organization_id),
      [org],
    );
    assert.deepEqual(
      dry.copies.plates.map(({ plate, images }: { plate: string; images: number }) => [plate, images]),
      [['SB 2002', 1]],
    );
    const { code, stdout, stderr } = await erase('--plate', 'SB1001');
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(await plates(), ['SB2002']);
  });

  test('go with the vehicle only if all copies are asked for', async () => {
    await ingest(org, placeholder, { plate: 'SB 3003', source: 'camera-13' });
    await drain();
    const { stdout } = await erase('--plate', 'SB3003', '--all-copies');
    assert.deepEqual(
      JSON.parse(stdout).affected.plates.map(({ plate }: { plate: string }) => plate),
      ['SB 2002'],
    );
    assert.deepEqual(await plates(), []);
  });

  test('a script that does not say --yes erases nothing and gets the list', async () => {
    await ingest(org, { lines: [] }, { plate: 'SB 4004', source: 'camera-14' });
    await drain();
    const { code, stderr } = await eraseCommand('--plate', 'SB4004');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /1 image would be erased\n {2}organization \d+ .*: 1\nNothing was erased\. Repeat with --yes/,
    );
    assert.deepEqual(await plates(), ['SB4004']);
    await erase('--plate', 'SB4004');
  });

  test('the samples of the planner no longer contain an erased plate', async () => {
    for (let i = 0; i < 3; i++)
      await ingest(
        org,
        { lines: ['PS 5005'] },
        { plate: 'PS5005', source: `camera-2${i}`, seconds: i * 900 },
      );
    await drain();
    await db.pool.query('analyze');
    const samples = async () => {
      const { rows } = await db.pool.query(
        `select tablename from pg_stats where schemaname = 'public'
          and concat_ws(' ', most_common_vals::text, histogram_bounds::text, most_common_elems::text) like '%PS5005%'`,
      );
      return rows.map((row) => row.tablename);
    };
    assert.notDeepEqual(await samples(), []);
    assert.equal((await erase('--plate', 'PS5005')).code, 0);
    assert.deepEqual(await samples(), []);
  });
});

suite('options', () => {
  test('with a state, the same plate of another state stays', async () => {
    await ingest(org, { lines: [] }, { plate: 'MM7001', source: 'camera-7' });
    await drain();
    assert.equal((await erase('--plate', 'MM7001', '--state', 'TX')).code, 0);
    assert.ok((await columnsWith(db, 'MM7001')).includes('observations.alpr_plate_number'));
    assert.equal((await erase('--plate', 'MM7001', '--state', 'Oklahoma')).code, 0);
    assert.deepEqual(await columnsWith(db, 'MM7001'), []);
  });

  test('a plate of digits is not confused with times and ids', async () => {
    const day = new Date(Date.now() - 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
    const before = (await db.pool.query('select count(*) from observations')).rows;
    const { code } = await erase('--plate', day);
    assert.equal(code, 0);
    assert.deepEqual((await db.pool.query('select count(*) from observations')).rows, before);
  });

  test('rejects wrong input', async () => {
    for (const [args, message] of [
      [[], /either --plate or --vin/],
      [['--plate', 'AB123', '--vin', VIN_SAMPLE], /either --plate or --vin/],
      [['--plate', 'A.'], /3 to 12 letters and digits/],
      [['--vin', '123'], /8 to 17 letters and digits/],
      [['--plate', 'AB123', '--state', 'Nowhere'], /no state "Nowhere"/],
    ] as [string[], RegExp][]) {
      const { code, stderr } = await erase(...args);
      assert.equal(code, 1);
      assert.match(stderr, message);
    }
  });
});
const VIN_SAMPLE = '1FUJGLDR0CLBP8835';
