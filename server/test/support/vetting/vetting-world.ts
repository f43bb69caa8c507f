import { ensureMonths } from '../../../src/domain/observations/ensure-months.ts';
import { runScores } from '../../../src/domain/safety/run/run-scores.ts';
import type { TestApi } from '../api.ts';
import { companyRow, smsCarrier, smsInspectionRow } from '../carriers/sms-rows.ts';
import type { Importer, Row } from '../federal/federal-files.ts';
import { exampleRows } from '../federal/federal-rows.ts';
import {
  legacyCarrierRow,
  motusCarrierRow,
  motusEndedRow,
  motusFilingRow,
  PROPERTY,
} from '../federal/register-rows.ts';

export const TODAY = '2026-11-18';
export const FILES_OF = '2026-11-15';

/** Carriers that differ from a good one in one respect each. */
export const GOOD = 5_003_201;
export const ORDERED = 5_003_202;
export const UNINSURED = 5_003_203;
export const ENDING = 5_003_204;
export const NEW = 5_003_205;
export const UNSAFE = 5_003_206;
export const OVERDUE = 5_003_207;
export const INACTIVE = 5_003_208;
export const HAZMAT = 5_003_209;
export const CARRIERS = [GOOD, ORDERED, UNINSURED, ENDING, NEW, UNSAFE, OVERDUE, INACTIVE, HAZMAT];
export const UNKNOWN_CARRIER = 9_999_999;

const granted = (usdot: number, day: string): Row => ({
  ...{ DOCKET_NUMBER: `MC${String(usdot).slice(-3)}`, USDOT_NUMBER: usdot, OP_AUTH_TYPE: PROPERTY },
  ...{ OP_AUTH_STATUS: 'Active', REASON: 'Granted', STATUS_CHANGE_DATE: day },
});

const census: Partial<Record<number, Row>> = {
  [UNSAFE]: { SAFETY_RATING: 'U', SAFETY_RATING_DATE: '20250301' },
  [OVERDUE]: { MCS150_DATE: '20201231' },
  [INACTIVE]: { STATUS_CODE: 'I' },
  [HAZMAT]: { HM_Ind: 'Y' },
};

/** Rows of other carriers. */
const example = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, exampleRows[name] ?? []]));

/** Every file that the default rules rest on, by the name of its dataset. */
export function vettingFiles(): Record<string, Row[]> {
  const insured = CARRIERS.filter((usdot) => usdot !== UNINSURED);
  return {
    'company-census': CARRIERS.map((usdot) => companyRow(usdot, census[usdot])),
    'sms-census': CARRIERS.map((usdot) => smsCarrier(usdot)),
    'sms-inspection': CARRIERS.flatMap((usdot) => [
      smsInspectionRow(usdot, '2026-03-02', 1),
      smsInspectionRow(usdot, '2026-04-02', 2),
    ]),
    ...example(
      'sms-violation',
      'sms-crash',
      'legacy-auth-hist',
      'motus-revoke-suspend',
      'legacy-act-pend-insur',
    ),
    'motus-carrier': CARRIERS.map((usdot) => motusCarrierRow(usdot, PROPERTY, 'Active')),
    'legacy-carrier': [legacyCarrierRow(5_003_299)],
    'motus-auth-hist': CARRIERS.map((usdot) => granted(usdot, usdot === NEW ? '20261101' : '20200302')),
    'motus-insur': insured.map((usdot) => motusFilingRow(usdot, `P-${usdot}`, '20250101')),
    'motus-ins-hist': [motusEndedRow(ENDING, `P-${ENDING}`, '20250101', '20261201')],
    'out-of-service-orders': [
      {
        DOT_NUMBER: ORDERED,
        LEGAL_NAME: 'X',
        OOS_DATE: '2026-08-01',
        OOS_REASON: 'Refusal',
        RESCIND_DATE: '',
      },
    ],
  };
}

/** Imports the files, without some of them if asked, and scores the carriers. */
export async function loadVettingWorld(
  { db }: TestApi,
  importer: Importer,
  without: readonly string[] = [],
): Promise<void> {
  const files = Object.entries(vettingFiles()).filter(([name]) => !without.includes(name));
  await importer.datasets(Object.fromEntries(files), { asOf: FILES_OF, force: true });
  await runScores(db, { method: 'current', asOf: FILES_OF });
}

/** A sighting of a carrier, as the product counts it. */
export async function plantSighting({ db }: TestApi, usdot: number, at: string): Promise<void> {
  await ensureMonths(db, [new Date(at)]);
  await db.pool.query(
    `insert into observations (usdot_number, time_captured, id, type) values ($1, $2, nextval('observation_ids'), 'Detection')`,
    [usdot, at],
  );
  await db.pool.query(
    `insert into observation_counts (usdot_number, location_state, location_city, day, is_federal, observations)
     values ($1, '*', '*', ($2::timestamptz at time zone 'UTC')::date, false, 1)
     on conflict (usdot_number, location_state, location_city, day, is_federal) do update set observations = observation_counts.observations + 1`,
    [usdot, at],
  );
}
