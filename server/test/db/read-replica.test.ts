import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPool } from '../../src/db/database.ts';
import { openReader } from '../../src/db/reader.ts';
import { recordLoad } from '../../src/domain/federal/loads.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
// A second database with different data in place of a real replica.
const replica = await testDatabase();
for (const [database, units] of [
  [db, 1],
  [replica, 2],
] as const) {
  await database.pool.query(
    `insert into company_census (usdot_number, status_code, legal_name, power_units)
     values (77, 'A', 'WHICH ONE', ${units})`,
  );
  await recordLoad(database, {
    ...{
      dataset: 'company-census',
      file_name: 'census.csv',
      file_bytes: 1,
      content_hash: 'x',
      as_of: '2026-11-01',
    },
    ...{ rows_read: 1, rows_kept: 1, rows_rejected: 0, rows_repeated: 0, rows_blank: 0, cells_unread: 0 },
    ...{ reject_file: null, seconds: 1 },
  });
}
const api = await testApi({ db, env: { DATABASE_READ_URL: replica.url } });
const headers = await api.signIn(await api.customer([], 'insurance'));

async function unitsSeen(): Promise<[string, number]> {
  const list = await api.app.inject({
    url: '/visual_sightings/carrier-observations?usdot_number=77',
    headers,
  });
  const profile = await api.app.inject({ url: '/carrier/profile/fmcsa?usdot_number=77', headers });
  assert.deepEqual([list.statusCode, profile.statusCode], [200, 200]);
  return [
    list.json().fmcsa_detail[0].carrier_total_power_units,
    profile.json().fleet_and_drivers.fleet_overview.total_fleet,
  ];
}

test('reads from the replica, and from the primary while the replica is unavailable', async () => {
  assert.deepEqual(await unitsSeen(), ['2', 2]);
  const admin = openPool({ ...replica.connection, database: 'postgres' }, 1, silent);
  closing(() => admin.close());
  const name = String(replica.connection.database);
  await admin.pool.query(`alter database ${name} allow_connections false`);
  await admin.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  for (let i = 0; i < 5; i++) assert.deepEqual(await unitsSeen(), ['1', 1]);
  await admin.pool.query(`alter database ${name} allow_connections true`);
});

test('uses the replica again after it has recovered', async () => {
  const deadline = Date.now() + 15_000;
  while ((await unitsSeen())[1] !== 2) {
    assert.ok(Date.now() < deadline, 'the replica was not used again');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
});

test('an invalid query is not retried on the primary', async () => {
  const reader = openReader(db, { replicaUrl: replica.url, poolSize: 2, session: '', log: silent });
  await assert.rejects(reader.rows({ name: 'bad', text: 'select nothing_of_this' }), /nothing_of_this/);
  assert.equal((await reader.row<{ n: number }>({ name: 'good', text: 'select 1 as n' }))?.n, 1);
  assert.notEqual(reader.current(), db);
  await reader.close();
});
