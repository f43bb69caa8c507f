import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences } from '../support/carriers/contract-fields.ts';
import { profileResponse, profileSections } from '../support/carriers/profile-contract.ts';
import { PROFILE, profiledCarrier } from '../support/carriers/profiled-carrier.ts';
import {
  BARE_CARRIER,
  CARRIER,
  MOTUS_CARRIER,
  TRACTOR,
  UNKNOWN_CARRIER,
} from '../support/carriers/whole-carrier.ts';
import { eventually } from '../support/milepost.ts';

const { api, db, full, plain, get, profile } = await profiledCarrier(2_000);

test('withheld sections are null with PermissionError, and the ISS score is still returned', async () => {
  const { status, body } = await get({ usdot_number: String(CARRIER), vin: TRACTOR }, plain);
  assert.equal(status, 200);
  assert.deepEqual(differences(body, profileResponse, true), []);
  assert.equal(body.iss_basics, null);
  assert.equal(body.vin_details, null);
  assert.deepEqual(Object.keys(body.errors), ['iss_basics', 'vin_details']);
  for (const { type } of Object.values<{ type: string }>(body.errors)) assert.equal(type, 'PermissionError');
  assert.equal(body.oos.iss_score, profile.oos.iss_score);
  const without = await get({ usdot_number: String(CARRIER) }, plain);
  assert.deepEqual(Object.keys(without.body.errors), ['iss_basics']);
});

test('an unknown carrier has null sections with NotFoundError', async () => {
  for (const usdot_number of [String(UNKNOWN_CARRIER), '99999999']) {
    const { status, body } = await get({ usdot_number });
    assert.equal(status, 200);
    assert.deepEqual(differences(body, profileResponse, true), []);
    const { vin_details: _, ...asked } = profileSections;
    for (const name of Object.keys(asked)) {
      assert.equal(body[name], null);
      assert.equal(body.errors[name].type, 'NotFoundError');
    }
    assert.ok(!('vin_details' in body.errors));
  }
});

test('rejects invalid parameters with 400, missing credentials with 401 and an expired token with 403', async () => {
  const nul = `?usdot_number=${CARRIER}&vin=1XK%00DP9X3GJ473982`;
  for (const query of [
    '',
    '?usdot_number=',
    '?usdot_number=abc',
    '?usdot_number=1,2',
    '?usdot_number=123456789',
    '?vin=1',
    nul,
  ]) {
    const response = await api.app.inject({ url: `${PROFILE}${query}`, headers: full });
    assert.equal(response.statusCode, 400, query);
  }
  const url = `${PROFILE}?usdot_number=${CARRIER}`;
  assert.equal((await api.app.inject({ url })).statusCode, 401);
  const customer = await api.customer();
  const headers = await api.signIn(customer);
  await db.pool.query(`update tokens set expires_at = '2020-01-01' where user_id = $1`, [customer.userId]);
  await eventually('403', async () => (await api.app.inject({ url, headers })).statusCode === 403);
});

test('reports the problems of all parameters at once', async () => {
  for (const path of [PROFILE, `${PROFILE}/batch`]) {
    const url = `${path}?usdot_number=abc&as_of=bad`;
    const response = await api.app.inject({ url, headers: full });
    assert.equal(response.statusCode, 400);
    assert.deepEqual(
      response.json().detail.map(({ loc }: { loc: string[] }) => loc.join('.')),
      ['query.usdot_number', 'query.as_of'],
    );
  }
});

test('a section that exceeds its deadline is null with TimeoutError, and the other sections are returned', async () => {
  const blocker = await db.connect();
  try {
    await blocker.query('begin; lock table motus_process_agents in access exclusive mode');
    for (let round = 0; round < 3; round++) {
      const bodies = await Promise.all([1, 2, 3].map(() => get({ usdot_number: String(CARRIER) })));
      for (const { body } of bodies) {
        assert.deepEqual(differences(body, profileResponse, true), []);
        assert.deepEqual(Object.keys(body.errors), ['insurance']);
        assert.deepEqual(body.errors.insurance, {
          message: 'The section took longer than 2000 ms.',
          type: 'TimeoutError',
        });
      }
    }
    await eventually('late queries are canceled on the server', async () => {
      const { rows } = await db.pool.query(
        `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].n === 0;
    });
  } finally {
    await blocker.query('rollback');
    await blocker.end();
  }
  assert.equal((await get({ usdot_number: String(CARRIER) })).body.errors, null);
});

test('a section that fails is null with InternalError and without details', async () => {
  await db.pool.query('alter table motus_process_agents rename column company_name to oops');
  await db.pool.query('alter view carrier_process_agents rename column company_name to oops');
  const { status, body } = await get({ usdot_number: String(CARRIER) });
  await db.pool.query('alter table motus_process_agents rename column oops to company_name');
  await db.pool.query('alter view carrier_process_agents rename column oops to company_name');
  assert.equal(status, 200);
  assert.deepEqual(body.errors, {
    insurance: { message: 'The section could not be read.', type: 'InternalError' },
  });
});

test('the batch returns one line per carrier in the order of the request', async () => {
  const numbers = [MOTUS_CARRIER, UNKNOWN_CARRIER, CARRIER, MOTUS_CARRIER];
  const response = await api.app.inject({ url: `${PROFILE}/batch?usdot_number=${numbers}`, headers: plain });
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers['content-type']), /application\/x-ndjson/);
  const lines = response.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map((line) => line.dot_number),
    [MOTUS_CARRIER, UNKNOWN_CARRIER, CARRIER].map(String),
  );
  for (const line of lines) assert.deepEqual(differences(line, profileResponse, true), []);
  assert.equal(lines[1].errors.oos.type, 'NotFoundError');
  const many = Array.from({ length: 51 }, (_, n) => n + 1).join(',');
  const refused = await api.app.inject({ url: `${PROFILE}/batch?usdot_number=${many}`, headers: plain });
  assert.equal(refused.statusCode, 400);
});

test('uses the counts of the monthly SMS run when no inspection is loaded', async () => {
  await db.pool.query(
    `insert into sms_c_property (usdot_number, insp_total, driver_insp_total, driver_oos_insp_total, vehicle_insp_total,
       vehicle_oos_insp_total) values (${BARE_CARRIER}, 10, 8, 2, 4, 1)`,
  );
  const { body } = await get({ usdot_number: String(BARE_CARRIER) });
  assert.deepEqual(body.oos.oos_scores.driver, {
    ...{ percent_oos: 25, total_oos: 2, total_inspected: 8, national_avg: 6.67 },
  });
  assert.equal(body.oos.oos_scores.vehicle.percent_oos, 25);
});

test('shows an out-of-service order until it is rescinded', async () => {
  const status = async () =>
    (await get({ usdot_number: String(BARE_CARRIER) })).body.operating_status.dot_status.dot_status;
  assert.equal(await status(), 'INACTIVE');
  await db.pool.query(
    `insert into out_of_service_orders (usdot_number, row_hash, oos_date, oos_reason)
     values (${BARE_CARRIER}, 1, '2026-05-01', 'NOP')`,
  );
  assert.equal(await status(), 'OUT-OF-SERVICE');
  await db.pool.query(`update out_of_service_orders set rescind_date = '2026-06-01'`);
  assert.equal(await status(), 'INACTIVE');
});
