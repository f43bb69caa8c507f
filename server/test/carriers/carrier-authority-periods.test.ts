import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthorityPeriods } from '../../src/contract/carrier.ts';
import { testApi } from '../support/api.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';
import { legacyCarrierRow, motusCarrierRow, PROPERTY } from '../support/federal/register-rows.ts';

const TODAY = '2026-11-16';
const api = await testApi({
  clock: { now: () => new Date(`${TODAY}T12:00:00Z`) },
});
const importer = await testImporter(api.db, new Date(`${TODAY}T00:00:00Z`));
const headers = await api.signIn(await api.customer([]));

const DISCONTINUED = 5_005_101;
const REVOKED = 5_005_102;
const REINSTATED = 5_005_103;
const WITHOUT_EVENT = 5_005_104;
const SUSPENDED_SOON = 5_005_105;
const APPLIED = 5_005_106;
const TWO_CARGOES = 5_005_107;

const legacyKey = (usdot: number) => ({ DOCKET_NUMBER: `MC${String(usdot).slice(-3)}`, DOT_NUMBER: usdot });
const event = (
  usdot: number,
  action: string,
  on: string,
  final = '',
  finalOn = '',
  type = 'PROPERTY',
): Row => ({
  ...{
    ...legacyKey(usdot),
    SUB_NUMBER: '',
    MOD_COL_1: `MOTOR ${type} COMMON CARRIER`,
    ORIGINAL_ACTION_DESC: action,
  },
  ...{ ORIG_SERVED_DATE: on, DISP_ACTION_DESC: final, DISP_DECIDED_DATE: finalOn, DISP_SERVED_DATE: finalOn },
});
const revocation = (usdot: number, served: string, effective: string): Row => ({
  ...{ ...legacyKey(usdot), TYPE_LICENSE: 'COMMON', ORDER1_SERVE_DATE: served },
  ...{ ORDER2_TYPE_DESC: 'INVOLUNTARY REVOCATION', ORDER2_EFFECTIVE_DATE: effective },
});

await importer.datasets(
  {
    'legacy-carrier': [
      legacyCarrierRow(DISCONTINUED),
      legacyCarrierRow(REVOKED, { COMMON_STAT: 'I' }),
      ...[REINSTATED, WITHOUT_EVENT].map((usdot) => legacyCarrierRow(usdot)),
      legacyCarrierRow(TWO_CARGOES, { PASSENGER_CHK: 'Y' }),
    ],
    'legacy-auth-hist': [
      event(DISCONTINUED, 'GRANTED', '01/05/1995'),
      event(DISCONTINUED, 'INVOLUNTARY REVOCATION', '08/30/2005', 'DISCONTINUED REVOCATION', '09/29/2005'),
      event(REVOKED, 'GRANTED', '01/05/1995'),
      event(REVOKED, 'INVOLUNTARY REVOCATION', '08/30/2005', 'REVOKED', '10/03/2005'),
      event(REINSTATED, 'GRANTED', '01/05/2010', 'REVOKED', '03/01/2015'),
      event(REINSTATED, 'REINSTATED', '06/01/2015'),
      event(TWO_CARGOES, 'GRANTED', '01/05/2010'),
      event(TWO_CARGOES, 'GRANTED', '01/05/2012', '', '', 'PASSENGER'),
    ],
    'legacy-revocation': [
      revocation(DISCONTINUED, '08/30/2005', '09/29/2005'),
      revocation(TWO_CARGOES, '01/02/2020', '02/01/2020'),
    ],
  },
  { asOf: '2026-05-14' },
);
await importer.datasets(
  {
    'motus-carrier': [
      motusCarrierRow(SUSPENDED_SOON, PROPERTY, 'Active'),
      motusCarrierRow(APPLIED, PROPERTY, 'Pending'),
    ],
    'motus-auth-hist': [
      {
        ...{ DOCKET_NUMBER: 'MC105', USDOT_NUMBER: SUSPENDED_SOON, OP_AUTH_TYPE: PROPERTY },
        ...{ OP_AUTH_STATUS: 'Active', REASON: 'Granted', STATUS_CHANGE_DATE: '20260601' },
      },
    ],
    'motus-revoke-suspend': [
      {
        ...{ DOCKET_NUMBER: 'MC105', USDOT_NUMBER: SUSPENDED_SOON, OP_AUTH_TYPE: PROPERTY },
        ...{ ORDER1_SERVE_DATE: '20261101', ORDER1_TYPE_DESC: 'INVOLUNTARY SUSPENSION' },
        ORDER1_EFFECTIVE_DATE: '20261215',
      },
    ],
  },
  { asOf: TODAY },
);

const read = async (usdot: number, query = '') => {
  const response = await api.app.inject({ url: `/carrier/${usdot}/authority${query}`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json() as AuthorityPeriods;
};
const periodsOf = async (usdot: number, query = '', authority = 'common') =>
  (await read(usdot, query)).authority_periods
    .filter((one) => one.authority === authority)
    .map(({ state, start, end, reason }) => [state, start, end, reason]);

test('a discontinued revocation never took effect', async () => {
  assert.deepEqual(await periodsOf(DISCONTINUED), [['active', '1995-01-05', null, 'GRANTED']]);
});

test('a revocation ends the authority, and a reinstatement begins it again', async () => {
  assert.deepEqual(await periodsOf(REVOKED), [
    ['active', '1995-01-05', '2005-10-03', 'GRANTED'],
    ['inactive', '2005-10-03', null, 'REVOKED'],
  ]);
  assert.deepEqual(await periodsOf(REINSTATED), [
    ['active', '2010-01-05', '2015-03-01', 'GRANTED'],
    ['inactive', '2015-03-01', '2015-06-01', 'REVOKED'],
    ['active', '2015-06-01', null, 'REINSTATED'],
  ]);
});

test('periods of an earlier day have only what was in effect then', async () => {
  assert.deepEqual(await periodsOf(REVOKED, '?as_of=2000-01-01'), [
    ['active', '1995-01-05', null, 'GRANTED'],
  ]);
});

test('an authority that only the register has is active from an unknown day', async () => {
  assert.deepEqual(await periodsOf(WITHOUT_EVENT), [
    ['active', null, null, 'The register of 2026-05-14 lists it as active'],
  ]);
});

test('an order that is served and an application are pending', async () => {
  assert.deepEqual(await periodsOf(SUSPENDED_SOON), [
    ['active', '2026-06-01', null, 'Active/Granted'],
    ['pending', '2026-12-15', null, 'INVOLUNTARY SUSPENSION'],
  ]);
  assert.deepEqual(await periodsOf(SUSPENDED_SOON, '?as_of=2026-10-31'), [
    ['active', '2026-06-01', null, 'Active/Granted'],
  ]);
  assert.deepEqual(await periodsOf(APPLIED), [['pending', null, null, 'APPLICATION']]);
});

test('each cargo has its own periods, and the register decides the last one', async () => {
  const { authority_periods } = await read(TWO_CARGOES);
  const common = authority_periods.filter(({ authority }) => authority === 'common');
  const shown = (cargo: string, granted: string) => [
    [cargo, 'active', granted, '2020-02-01'],
    [cargo, 'inactive', '2020-02-01', '2026-05-14'],
    [cargo, 'active', '2026-05-14', null],
  ];
  assert.deepEqual(
    common.map(({ carries, state, start, end }) => [carries, state, start, end]),
    [...shown('passenger', '2012-01-05'), ...shown('property', '2010-01-05')],
  );
});

test('the last period in effect agrees with the operating status', async () => {
  for (const usdot of [DISCONTINUED, REVOKED, REINSTATED, WITHOUT_EVENT, SUSPENDED_SOON, TWO_CARGOES]) {
    const url = `/carrier/profile/fmcsa?usdot_number=${usdot}`;
    const { authorization } = (await api.app.inject({ url, headers })).json().operating_status;
    const inEffect = (await periodsOf(usdot)).filter(([state]) => state !== 'pending').at(-1)?.[0];
    assert.equal(authorization.common_authority.toLowerCase(), inEffect, String(usdot));
  }
});

test('names the files that are not loaded', async () => {
  assert.deepEqual((await read(DISCONTINUED)).not_loaded, []);
  const empty = await testApi();
  const response = await empty.app.inject({
    url: `/carrier/${DISCONTINUED}/authority`,
    headers: await empty.signIn(await empty.customer([])),
  });
  assert.deepEqual(response.json().authority_periods, []);
  assert.ok(response.json().not_loaded.includes('motus-auth-hist'));
});
