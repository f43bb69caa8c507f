import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InsuranceFilings } from '../../src/contract/carrier.ts';
import { readCarrierDetail } from '../../src/domain/carriers/detail/carrier-detail.ts';
import { readSources } from '../../src/domain/carriers/records/sources.ts';
import { smsCrash, smsInspection } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { testApi } from '../support/api.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';

const TODAY = '2026-11-10';
const api = await testApi({
  clock: { now: () => new Date(`${TODAY}T12:00:00Z`) },
});
const importer = await testImporter(api.db, new Date(`${TODAY}T00:00:00Z`));
const headers = await api.signIn(await api.customer([]));

/** Numbers of carriers; the docket is MC with the last three digits. */
const BOND = 5001101;
const FORM35 = 5001102;
const PASSENGER = 5001103;
const WITHDRAWN = 5001104;
const EXCESS = 5001105;
const ENDED = 5001106;
const LOST = 5001107;
const ORDERED = 5001108;
const COUNTED = 5001109;
const docket = (usdot: number) => `MC${String(usdot).slice(-3)}`;
const legacyKey = (usdot: number) => ({
  DOCKET_NUMBER: docket(usdot),
  DOT_NUMBER: String(usdot).padStart(8, '0'),
});
const motusKey = (usdot: number) => ({ DOCKET_NUMBER: docket(usdot), USDOT_NUMBER: usdot });
const legacyCarrier = (usdot: number, more: Row = {}): Row => ({
  ...{ ...legacyKey(usdot), COMMON_STAT: 'A', CONTRACT_STAT: 'N', BROKER_STAT: 'N', PROPERTY_CHK: 'Y' },
  ...{ MIN_COV_AMOUNT: '00750', CARGO_REQ: 'N', BOND_REQ: 'N', LEGAL_NAME: `CARRIER ${usdot}`, ...more },
});
const legacyFiling = (usdot: number, policy: string, thousands: string, more: Row = {}): Row => ({
  ...{ ...legacyKey(usdot), INS_FORM_CODE: '91X', MOD_COL_1: 'BIPD/Primary', NAME_COMPANY: 'OLD INSURER' },
  ...{ POLICY_NO: policy, POSTED_DATE: '02/01/2024', UNDERL_LIM_AMOUNT: '00000', MAX_COV_AMOUNT: thousands },
  ...{ EFFECTIVE_DATE: '02/01/2024', CANCL_EFFECTIVE_DATE: '', ...more },
});
const motusCarrier = (usdot: number, type: string, status: string, more: Row = {}): Row => ({
  ...{ ...motusKey(usdot), OP_AUTH_TYPE: type, OP_AUTH_STATUS: status, MIN_COV_AMOUNT: '0.00' },
  ...{ BOND_REQ: 'N', CARGO_REQ: 'N', LEGAL_NAME: `CARRIER ${usdot}`, ...more },
});
const motusFiling = (usdot: number, form: string, type: number, dollars: string, more: Row = {}): Row => ({
  ...{ ...motusKey(usdot), INS_FORM_CODE: form, INS_TYPE_CODE: type, INS_CLASS_CODE: 'P' },
  ...{
    MAX_COV_AMOUNT: dollars,
    UNDERL_LIM_AMOUNT: '0.00',
    POLICY_NO: `${form}-1`,
    EFFECTIVE_DATE: '20260801',
  },
  ...{ INSURANCE_COMPANY_NAME: 'NEW INSURER', TRANS_DATE: '20260802', ...more },
});
const PROPERTY = 'Motor Carrier of Property (Except Household Goods)';
const BROKER = 'Broker of Property (Except Household Goods)';

const legacyFiles = {
  'legacy-carrier': [BOND, ENDED, LOST].map((usdot) =>
    legacyCarrier(usdot, usdot === LOST ? { CONTRACT_STAT: 'A' } : {}),
  ),
  'legacy-act-pend-insur': [legacyFiling(BOND, 'L-1', '01000'), legacyFiling(ENDED, 'L-2', '00750')],
};
const currentFiles = {
  'company-census': [{ DOT_NUMBER: COUNTED, STATUS_CODE: 'A', LEGAL_NAME: 'A CARRIER', POWER_UNITS: 4 }],
  'motus-carrier': [
    motusCarrier(BOND, BROKER, 'Active', { BOND_REQ: 'Y' }),
    motusCarrier(FORM35, PROPERTY, 'Active', { MIN_COV_AMOUNT: '5000000.00' }),
    motusCarrier(PASSENGER, 'Motor Carrier of Passengers', 'Active', { MIN_COV_AMOUNT: '5000000.00' }),
    motusCarrier(WITHDRAWN, PROPERTY, 'Withdrawn'),
    motusCarrier(WITHDRAWN, BROKER, 'Pending'),
    motusCarrier(EXCESS, PROPERTY, 'Active', { MIN_COV_AMOUNT: '750000.00' }),
    motusCarrier(LOST, PROPERTY, 'Inactive'),
    motusCarrier(ORDERED, PROPERTY, 'Active'),
  ],
  'motus-insur': [
    motusFiling(BOND, '84', 3, '75000.00'),
    motusFiling(FORM35, 'BMC-35', 1, '5000000.00'),
    motusFiling(EXCESS, '91X', 1, '1000000.00'),
    motusFiling(EXCESS, '91X', 1, '750000.00', { POLICY_NO: 'REPLACED' }),
    motusFiling(EXCESS, '91X', 1, '4000000.00', {
      ...{ INS_CLASS_CODE: 'E', UNDERL_LIM_AMOUNT: '1000000.00', POLICY_NO: 'X-1' },
    }),
  ],
  'motus-ins-hist': [
    {
      ...{ ...motusKey(ENDED), INS_FORM_CODE: '91X', FILING_STATUS_REASON: 'Cancelled', INS_TYPE_CODE: 1 },
      ...{ POLICY_NO: 'L2', EFFECTIVE_DATE: '20240201', MAX_COV_AMOUNT: '750000.00' },
      CANCL_EFFECTIVE_DATE: '20260901',
    },
  ],
  'motus-auth-hist': [
    {
      ...{ ...motusKey(ORDERED), OP_AUTH_TYPE: PROPERTY, OP_AUTH_STATUS: 'Active', REASON: 'Granted' },
      STATUS_CHANGE_DATE: '20260601',
    },
    {
      ...{ ...motusKey(ORDERED), OP_AUTH_TYPE: BROKER, OP_AUTH_STATUS: 'Active', REASON: 'Granted' },
      STATUS_CHANGE_DATE: '20261201',
    },
  ],
  'motus-revoke-suspend': [
    {
      ...{ ...motusKey(ORDERED), OP_AUTH_TYPE: PROPERTY, ORDER1_SERVE_DATE: '20261101' },
      ...{ ORDER1_TYPE_DESC: 'INVOLUNTARY SUSPENSION', ORDER1_EFFECTIVE_DATE: '20261215' },
    },
  ],
};

await importer.datasets(legacyFiles, { asOf: '2026-05-14' });
await importer.datasets(currentFiles, { asOf: TODAY });

const profileOf = async (usdot: number, more = '') =>
  (await api.app.inject({ url: `/carrier/profile/fmcsa?usdot_number=${usdot}${more}`, headers })).json();
const insuranceOf = async (usdot: number) => (await profileOf(usdot)).insurance.active_insurance;
const statusOf = async (usdot: number) => (await readCarrierDetail(api.db, usdot, TODAY))?.entity_status;

test('a bond in Motus leaves the liability filing of the legacy file in force', async () => {
  const filed = await insuranceOf(BOND);
  assert.deepEqual(
    [
      filed.bipd_primary_status,
      filed.bipd_primary_insurance_on_file,
      filed.bond_status,
      filed.bond_insurance_on_file,
    ],
    ['Active', '1000000', 'Active', '75000'],
  );
  const sources = await readSources(api.db, BOND);
  assert.deepEqual(
    sources.map((one) => [one.kind, one.dollars ?? one.status, one.source_dataset, one.source_date]),
    [
      ['BIPD', 1_000_000, 'legacy-act-pend-insur', '2026-05-14'],
      ['SURETY', 75_000, 'motus-insur', TODAY],
      ['broker', 'Active', 'motus-carrier', TODAY],
      ['common property', 'Active', 'legacy-carrier', '2026-05-14'],
      ['contract property', 'None', 'legacy-carrier', '2026-05-14'],
    ],
  );
  // The legacy authority to carry property counts too: Motus has only the broker authority.
  assert.equal(await statusOf(BOND), 'AUTHORIZED FOR Property, Broker');
});

test('a legacy filing ends when Motus reports its end, however the policy number is written', async () => {
  const filed = await insuranceOf(ENDED);
  assert.deepEqual([filed.bipd_primary_status, filed.bipd_primary_insurance_on_file], ['Inactive', '0']);
});

test('a Motus filing of type 1 is liability insurance, whatever its form', async () => {
  const filed = await insuranceOf(FORM35);
  assert.deepEqual([filed.bipd_primary_status, filed.bipd_primary_insurance_on_file], ['Active', '5000000']);
});

test('primary and excess coverage add up, and a replaced primary filing does not', async () => {
  assert.equal((await insuranceOf(EXCESS)).bipd_primary_insurance_on_file, '5000000');
});

test('the type of the authority says what a carrier may carry', async () => {
  assert.equal(await statusOf(PASSENGER), 'AUTHORIZED FOR Passenger');
  assert.equal(await statusOf(FORM35), 'AUTHORIZED FOR Property');
});

test('an authority that Motus lists as inactive ends the legacy contract authority', async () => {
  assert.equal(await statusOf(LOST), 'NOT AUTHORIZED');
  const { authorization } = (await profileOf(LOST)).operating_status;
  assert.deepEqual(
    [authorization.common_authority, authorization.contract_authority],
    ['Inactive', 'Inactive'],
  );
});

test('withdrawn and pending applications are no authority', async () => {
  const { operating_status, authority_history } = await profileOf(WITHDRAWN);
  const { common_authority, broker_authority } = operating_status.authorization;
  assert.deepEqual([common_authority, broker_authority], ['None', 'None']);
  assert.equal(await statusOf(WITHDRAWN), 'NOT AUTHORIZED');
  assert.deepEqual(authority_history.authority_history, [
    {
      ...{ authority_type: BROKER, original_action: 'APPLICATION', action_date: '' },
      ...{ disposition_action: 'PENDING', disposition_date: null },
    },
  ]);
});

test('pending orders and future-dated changes are in the history only', async () => {
  const { operating_status, authority_history } = await profileOf(ORDERED);
  assert.equal(operating_status.authorization.common_authority, 'Active');
  assert.deepEqual(
    authority_history.authority_history.map((one: Record<string, unknown>) => [
      ...[one.original_action, one.action_date, one.disposition_action, one.disposition_date],
    ]),
    [
      ['INVOLUNTARY SUSPENSION', '2026-11-01', 'PENDING', '2026-12-15'],
      ['Active/Granted', '2026-12-01', null, null],
      ['Active/Granted', '2026-06-01', null, null],
    ],
  );
  const earlier = await profileOf(ORDERED, '&as_of=2026-10-01');
  assert.equal(earlier.authority_history.authority_history_count, 1);
});

test('lists the filings of both registers once each, and up to a day', async () => {
  const read = async (usdot: number, query = '') => {
    const response = await api.app.inject({ url: `/carrier/${usdot}/insurance${query}`, headers });
    assert.equal(response.statusCode, 200, response.body);
    return response.json() as InsuranceFilings;
  };
  const excess = await read(EXCESS);
  assert.equal(excess.total, excess.filings.length);
  assert.deepEqual(
    new Set(excess.filings.map(({ kind, effective_date }) => `${kind} ${effective_date}`)),
    new Set(['BIPD 2026-08-01']),
  );
  const old = await read(BOND);
  assert.deepEqual(
    old.filings.map(({ kind, insurer, source_dataset }) => [kind, insurer, source_dataset]),
    [
      ['SURETY', 'NEW INSURER', 'motus-insur'],
      ['BIPD', 'OLD INSURER', 'legacy-act-pend-insur'],
    ],
  );
  assert.deepEqual(
    (await read(BOND, '?as_of=2026-07-01')).filings.map(({ kind }) => kind),
    ['BIPD'],
  );
  const [ended] = (await read(ENDED)).filings;
  assert.ok(ended?.end_date, 'the cancellation in the history of Motus ends the legacy filing');
  assert.deepEqual(await read(99_999_999), {
    ...{ usdot_number: '99999999', filings: [], total: 0, not_loaded: ['legacy-ins-hist'] },
  });
});

test('counts driver and vehicle inspections by level, and hazmat inspections by cargo', async () => {
  const inspection = (id: number, level: number, oos: number[], hasHazmat: boolean) => ({
    ...{ Unique_ID: id, Report_Number: `R${id}`, Report_State: 'OH', DOT_Number: COUNTED },
    ...{ Insp_Date: '01-SEP-26', Insp_level_ID: level, Time_Weight: 3 },
    Driver_OOS_Total: oos[0] ?? 0,
    Vehicle_OOS_Total: oos[1] ?? 0,
    Hazmat_OOS_Total: oos[2] ?? 0,
    OOS_Total: oos.reduce((sum, count) => sum + count, 0),
    Total_Hazmat_Sent: hasHazmat ? 1 : 0,
  });
  await importer.rows(smsInspection, [
    inspection(1, 1, [1, 0, 0], false),
    inspection(2, 2, [0, 2, 0], true),
    inspection(3, 3, [1, 0, 0], false),
    inspection(4, 5, [0, 1, 0], false),
    inspection(5, 6, [0, 0, 1], true),
    inspection(6, 4, [0, 0, 0], false),
  ]);
  const detail = await readCarrierDetail(api.db, COUNTED, TODAY);
  assert.deepEqual([detail?.carrier_driver_insp, detail?.carrier_driver_oos_insp], ['4', '2']);
  assert.deepEqual([detail?.carrier_vehicle_insp, detail?.carrier_vehicle_oos_insp], ['4', '2']);
  assert.deepEqual([detail?.carrier_hazmat_insp, detail?.carrier_hazmat_oos_insp], ['2', '1']);
  const { oos_scores: rates } = (await profileOf(COUNTED)).oos;
  assert.deepEqual(
    ['overall', 'driver', 'vehicle', 'hazmat'].map((kind) => {
      const { percent_oos, total_oos, total_inspected } = rates[kind];
      return [percent_oos, total_oos, total_inspected];
    }),
    [
      [83.33, 5, 6],
      [50, 2, 4],
      [50, 2, 4],
      [50, 1, 2],
    ],
  );
});

test('counts crashes once per report in exclusive classes, and casualties once per report', async () => {
  const crash = (number: string, seq: number, fatalities: number, injuries: number, state = 'TX') => ({
    ...{ Report_number: number, Report_seq_no: seq, DOT_Number: COUNTED, Report_State: state },
    ...{ Report_Date: '01-SEP-26', Fatalities: fatalities, Injuries: injuries, Tow_Away: 'true' },
  });
  await importer.rows(smsCrash, [
    crash('1', 1, 0, 0),
    crash('2', 1, 0, 3),
    crash('2', 2, 0, 3),
    crash('3', 1, 1, 2),
    crash('3', 1, 0, 0, 'OK'),
  ]);
  const detail = await readCarrierDetail(api.db, COUNTED, TODAY);
  assert.deepEqual(
    [
      detail?.carrier_fatal_crash,
      detail?.carrier_inj_crash,
      detail?.carrier_towaway_crash,
      detail?.carrier_crash_total,
    ],
    ['1', '1', '2', '4'],
  );
  assert.deepEqual((await profileOf(COUNTED)).oos.crash_information, {
    crash_count: 4,
    injuries: 5,
    fatalities: 1,
  });
});
