import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { testApi } from '../support/api.ts';
import { milepost } from '../support/milepost.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const SECRET_KEY = 'a-secret-key-for-the-erasure-test-0001';
const api = await testApi({ env: { SECRET_KEY } });
const { db, settings } = api;
const { organizationId: org } = await api.customer(['admin'], 'insurance');
const DAY_MS = 86_400_000;
// Files of the same UTC day are stored once, so no image may be of the next day.
const noon = (Math.floor(Date.now() / DAY_MS) - 0.5) * DAY_MS;
const { ingest, drain } = testRecognition(api, {}, noon);
const env = { DATABASE_URL: db.url, SECRET_KEY };
const incoming = join(settings.dataDir, 'blobs', 'incoming');
const [staging = ''] = await readdir(incoming);
const erase = (...args: string[]) => eraseCommand(...args, '--json', '--yes');
const eraseCommand = async (...args: string[]) => {
  const finished = await milepost(['erase', ...args], settings.dataDir, { env });
  // The command runs in this process, so it deleted the staging folder as one of an earlier process with the same id.
  await mkdir(join(incoming, staging), { recursive: true });
  return finished;
};

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
});

suite('the samples of the planner no longer contain an erased plate', () => {
  async function eraseSampled(plate: string): Promise<void> {
    for (let i = 0; i < 3; i++)
      await ingest(org, { lines: [plate] }, { plate, source: `camera-2${i}`, seconds: i * 900 });
    await drain();
    await db.pool.query('analyze');
    const samples = async () => {
      const { rows } = await db.pool.query(
        `select tablename from pg_stats where schemaname = 'public'
          and concat_ws(' ', most_common_vals::text, histogram_bounds::text, most_common_elems::text) like $1`,
        [`%${plate}%`],
      );
      return rows.map((row) => row.tablename);
    };
    assert.notDeepEqual(await samples(), []);
    assert.equal((await erase('--plate', plate)).code, 0);
    assert.deepEqual(await samples(), []);
  }

  test('where other rows remain', async () => {
    await ingest(org, { lines: [] }, { plate: 'PS6006', source: 'camera-30' });
    await eraseSampled('PS5005');
    await erase('--plate', 'PS6006');
  });

  test('in tables that are empty now', async (t) => {
    const { rows } = await db.pool.query(`select to_regproc('pg_clear_attribute_stats') is not null as may`);
    if (!rows[0].may) return t.skip('PostgreSQL 18 is the first that can delete them');
    await eraseSampled('PS7007');
  });
});
