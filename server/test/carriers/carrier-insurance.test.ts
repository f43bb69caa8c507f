import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InsuranceFilings } from '../../src/contract/carrier.ts';
import { readCarrierDetail } from '../../src/domain/carriers/detail/carrier-detail.ts';
import { motusInsHist, motusInsur } from '../../src/domain/federal/datasets/motus.ts';
import { testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import {
  BROKER,
  legacyCarrierRow,
  legacyEndedRow,
  legacyFilingRow,
  motusCarrierRow,
  motusEndedRow,
  motusFilingRow,
  PROPERTY,
} from '../support/federal/register-rows.ts';

const TODAY = '2026-11-16';
const api = await testApi({
  clock: { now: () => new Date(`${TODAY}T12:00:00Z`) },
});
const importer = await testImporter(api.db, new Date(`${TODAY}T00:00:00Z`));
const headers = await api.signIn(await api.customer([]));

const AHEAD = 5_002_101;
const BOND_AHEAD = 5_002_102;
const CARGO_AHEAD = 5_002_103;
const REPLACED = 5_002_104;
const MOVED_AND_ENDED = 5_002_105;
const ANNOUNCED = 5_002_106;
const RAISED = 5_002_107;
const ENDED = 5_002_108;
const WITHDRAWN = 5_002_109;
const PENDING_FOR_HIRE = 5_002_110;
const REFILED = 5_002_111;
const ONLY_IN_HISTORY = 5_002_112;
const PRIVATE_LEGACY = 5_002_113;
const RETRACTED = 5_002_114;
const END_LEARNED_LATER = 5_002_115;
const OTHERS = [AHEAD, BOND_AHEAD, CARGO_AHEAD, REPLACED, MOVED_AND_ENDED, ENDED, REFILED, END_LEARNED_LATER];

const bond = { INS_FORM_CODE: 'BMC-84', INS_TYPE_CODE: 3, MAX_COV_AMOUNT: '75000.00' };
const cargo = { INS_FORM_CODE: 'BMC-34', INS_TYPE_CODE: 2, MAX_COV_AMOUNT: '5000.00' };

await importer.datasets(
  {
    'legacy-carrier': [
      ...OTHERS.map((usdot) => legacyCarrierRow(usdot)),
      legacyCarrierRow(PRIVATE_LEGACY, { COMMON_STAT: 'N', COMMON_APP_PEND: 'Y' }),
    ],
    'legacy-act-pend-insur': [
      legacyFilingRow(AHEAD, 'L-1'),
      legacyFilingRow(BOND_AHEAD, 'L-2', {
        INS_FORM_CODE: '84',
        MOD_COL_1: 'SURETY',
        MAX_COV_AMOUNT: '00075',
      }),
      legacyFilingRow(CARGO_AHEAD, 'L-3', {
        INS_FORM_CODE: '34',
        MOD_COL_1: 'CARGO',
        MAX_COV_AMOUNT: '00005',
      }),
      legacyFilingRow(REPLACED, 'L-4', { MAX_COV_AMOUNT: '05000' }),
      legacyFilingRow(MOVED_AND_ENDED, 'L-5'),
      legacyFilingRow(REFILED, 'L-11'),
      legacyFilingRow(END_LEARNED_LATER, 'L-15'),
    ],
    'legacy-ins-hist': [legacyEndedRow(ENDED, 'L-8', '01/01/2024', '03/01/2026')],
  },
  { asOf: '2026-05-14' },
);
/** The filings of 2026-11-15, and those of the day after. */
const filings = [
  motusFilingRow(AHEAD, 'M-1', '20261201', { TRANS_DATE: '20261110' }),
  motusFilingRow(BOND_AHEAD, 'M-2', '20261201', { ...bond, TRANS_DATE: '20261110' }),
  motusFilingRow(CARGO_AHEAD, 'M-3', '20261201', { ...cargo, TRANS_DATE: '20261110' }),
  motusFilingRow(REPLACED, 'M-4', '20260801', { MAX_COV_AMOUNT: '750000.00' }),
  motusFilingRow(ANNOUNCED, 'M-6', '20260601'),
  motusFilingRow(REFILED, 'L11', '20240201', { TRANS_DATE: '20260801' }),
  motusFilingRow(RETRACTED, 'M-14', '20260601'),
];
const raised = (dollars: string) => motusFilingRow(RAISED, 'M-7', '20260601', { MAX_COV_AMOUNT: dollars });
const ended = [
  motusEndedRow(MOVED_AND_ENDED, 'M-5', '20260801', '20261001'),
  motusEndedRow(ONLY_IN_HISTORY, 'M-12', '20260101', '20261230'),
];
const retracted = motusEndedRow(RETRACTED, 'M-14', '20260601', '20261205');
await importer.datasets(
  {
    'company-census': [
      { DOT_NUMBER: WITHDRAWN, STATUS_CODE: 'A', LEGAL_NAME: 'A', CLASSDEF: 'PRIVATE PROPERTY' },
      { DOT_NUMBER: PENDING_FOR_HIRE, STATUS_CODE: 'A', LEGAL_NAME: 'B', CLASSDEF: 'AUTHORIZED FOR HIRE' },
      { DOT_NUMBER: PRIVATE_LEGACY, STATUS_CODE: 'A', LEGAL_NAME: 'C', CLASSDEF: 'PRIVATE PROPERTY' },
    ],
    'motus-carrier': [
      ...[ANNOUNCED, RAISED, ONLY_IN_HISTORY, RETRACTED].map((usdot) =>
        motusCarrierRow(usdot, PROPERTY, 'Active'),
      ),
      motusCarrierRow(BOND_AHEAD, BROKER, 'Active', { BOND_REQ: 'Y', MIN_COV_AMOUNT: '0.00' }),
      motusCarrierRow(WITHDRAWN, PROPERTY, 'Withdrawn'),
      motusCarrierRow(PENDING_FOR_HIRE, PROPERTY, 'Pending'),
      motusCarrierRow(PENDING_FOR_HIRE, BROKER, 'Pending', { BOND_REQ: 'Y' }),
    ],
    'motus-insur': [...filings, raised('1000000.00')],
    'motus-ins-hist': [...ended, retracted],
  },
  { asOf: '2026-11-15' },
);
await importer.rows(motusInsur, [...filings, raised('5000000.00')], { asOf: TODAY });
const learnedLater = [
  motusEndedRow(ANNOUNCED, 'M-6', '20260601', '20261220'),
  motusEndedRow(END_LEARNED_LATER, 'L15', '20240201', '20261012'),
];
await importer.rows(motusInsHist, [...ended, ...learnedLater], { asOf: TODAY });

const profileOf = async (usdot: number, asOf = '') =>
  (
    await api.app.inject({ url: `/carrier/profile/fmcsa?usdot_number=${usdot}&as_of=${asOf}`, headers })
  ).json();
const insuranceOf = async (usdot: number, asOf = '') =>
  (await profileOf(usdot, asOf)).insurance.active_insurance;
const bipdOf = async (usdot: number, asOf = '') => {
  const { bipd_primary_status, bipd_primary_insurance_on_file } = await insuranceOf(usdot, asOf);
  return [bipd_primary_status, bipd_primary_insurance_on_file];
};
const filingsOf = async (usdot: number, asOf = '') => {
  const url = `/carrier/${usdot}/insurance?as_of=${asOf}`;
  return (await api.app.inject({ url, headers })).json() as InsuranceFilings;
};

test('a legacy filing counts until the Motus filing that replaces it takes effect', async () => {
  assert.deepEqual(await bipdOf(AHEAD), ['Active', '1000000']);
  assert.deepEqual(await bipdOf(AHEAD, '2026-07-15'), ['Active', '1000000']);
  const { filings: listed, total } = await filingsOf(AHEAD);
  assert.equal(total, 2);
  assert.deepEqual(
    listed.map((one) => [one.policy_number, one.effective_date, one.end_date, one.ended_by]),
    [
      ['M-1', '2026-12-01', null, null],
      ['L-1', '2024-02-01', '2026-12-01', 'Replaced'],
    ],
  );
  const detail = await readCarrierDetail(api.db, AHEAD, TODAY);
  assert.deepEqual([detail?.insurer_company_name, detail?.insurance_policy_number], ['OLD INSURER', 'L-1']);
  const after = await readCarrierDetail(api.db, AHEAD, '2026-12-01');
  assert.equal(after?.insurance_policy_number, 'M-1');
});

test('bonds and cargo insurance count until their replacement takes effect', async () => {
  const { bond_status, bond_insurance_on_file } = await insuranceOf(BOND_AHEAD);
  assert.deepEqual([bond_status, bond_insurance_on_file], ['Active', '75000']);
  const { cargo_status, cargo_insurance_on_file } = await insuranceOf(CARGO_AHEAD);
  assert.deepEqual([cargo_status, cargo_insurance_on_file], ['Active', '5000']);
});

test('a replacement in effect ends the legacy filing, also when the replacement itself has ended', async () => {
  assert.deepEqual(await bipdOf(REPLACED), ['Active', '750000']);
  assert.deepEqual(await bipdOf(REPLACED, '2026-07-31'), ['Active', '5000000']);
  assert.deepEqual(await bipdOf(REPLACED, '2026-08-01'), ['Active', '750000']);
  assert.deepEqual(await bipdOf(MOVED_AND_ENDED), ['Inactive', '0']);
  assert.deepEqual(await bipdOf(MOVED_AND_ENDED, '2026-07-15'), ['Active', '1000000']);
});

test('a policy that was filed again in Motus was in force before that', async () => {
  assert.deepEqual(await bipdOf(REFILED, '2025-01-01'), ['Active', '1000000']);
  assert.deepEqual(await bipdOf(REFILED), ['Active', '1000000']);
});

test('a cancellation is pending from the day on which it was known', async () => {
  assert.deepEqual(await bipdOf(ANNOUNCED), ['Pending cancellation', '1000000']);
  assert.deepEqual(await bipdOf(ANNOUNCED, '2026-11-16'), ['Pending cancellation', '1000000']);
  const before = await profileOf(ANNOUNCED, '2026-11-15');
  assert.equal(before.insurance.active_insurance.bipd_primary_status, 'Active');
  assert.ok(
    !before.unknown_fields.some((one: { field: string }) => one.field.includes('bipd_primary_status')),
  );
  assert.equal((await filingsOf(ANNOUNCED, '2026-11-15')).filings[0]?.end_date, null);
  assert.equal((await filingsOf(ANNOUNCED)).filings[0]?.end_date, '2026-12-20');
});

test('an end in the past that a later file brought was not known before that file', async () => {
  assert.deepEqual(await bipdOf(END_LEARNED_LATER), ['Inactive', '0']);
  assert.deepEqual(
    await bipdOf(END_LEARNED_LATER, '2026-11-15'),
    ['Active', '1000000'],
    'the first file lacks it',
  );
  assert.deepEqual(await bipdOf(END_LEARNED_LATER, '2026-11-14'), ['Active', '1000000'], 'before that file');
});

test('an announcement that a later file no longer has was pending until then', async () => {
  assert.deepEqual(await bipdOf(RETRACTED, '2026-11-15'), ['Pending cancellation', '1000000']);
  assert.deepEqual(await bipdOf(RETRACTED), ['Active', '1000000']);
});

test('a raise of the coverage does not show for the day before', async () => {
  assert.deepEqual(await bipdOf(RAISED), ['Active', '5000000']);
  assert.deepEqual(await bipdOf(RAISED, '2026-11-16'), ['Active', '5000000']);
  assert.deepEqual(await bipdOf(RAISED, '2026-11-15'), ['Active', '1000000']);
});

test('an ended policy was active during its life', async () => {
  for (const day of ['2024-06-01', '2025-01-01', '2026-02-28']) {
    const profile = await profileOf(ENDED, day);
    const { bipd_primary_status: status, bipd_primary_insurance_on_file: dollars } =
      profile.insurance.active_insurance;
    assert.deepEqual([status, dollars], ['Active', '750000'], day);
    // Whether the end was announced by then is not known, and the response says so.
    const field = 'insurance.active_insurance.bipd_primary_status';
    assert.match(
      profile.unknown_fields.find((one: { field: string }) => one.field === field).reason,
      /announced/,
    );
  }
  assert.equal((await bipdOf(ENDED, '2026-03-01'))[0], 'Inactive');
});

test('a policy that is only in the history is in force until its end', async () => {
  assert.deepEqual(await bipdOf(ONLY_IN_HISTORY), ['Pending cancellation', '1000000']);
});

test('a withdrawn or pending application requires no insurance, unless the carrier carries for hire', async () => {
  assert.deepEqual(await bipdOf(WITHDRAWN), ['Not required', '0']);
  assert.deepEqual(await bipdOf(PENDING_FOR_HIRE), ['Inactive', '0']);
  const { bond_status, cargo_status } = await insuranceOf(PENDING_FOR_HIRE);
  assert.deepEqual([bond_status, cargo_status], ['Not required', 'Not required']);
  assert.deepEqual(await bipdOf(PRIVATE_LEGACY), ['Not required', '0']);
});

test('the plain profile has the insurance of a profile as of the newest file', async () => {
  for (const usdot of [...OTHERS, ANNOUNCED, RAISED, WITHDRAWN, PENDING_FOR_HIRE, ONLY_IN_HISTORY])
    assert.deepEqual(
      (await profileOf(usdot)).insurance,
      (await profileOf(usdot, TODAY)).insurance,
      String(usdot),
    );
});
