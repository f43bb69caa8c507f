import { Rng } from '../country/rng.ts';
import { type Cells, type FilesOfDay, plusDays } from './register-files.ts';

/** The day of the frozen legacy files, the days of the Motus files, and today. */
export const LEGACY_DAY = '2026-05-14';
export const MOTUS_DAYS = ['2026-11-10', '2026-11-13', '2026-11-16'];
export const TODAY = '2026-11-16';

/** Days at the edges of the files, of the cases below, and long before the archive. */
export const DAYS = [
  ...['2023-11-16', '2025-03-01', '2026-05-13', '2026-05-14', '2026-11-09', '2026-11-10', '2026-11-11'],
  ...['2026-11-12', '2026-11-13', '2026-11-15', '2026-11-16'],
];

const INSURERS = [
  'ACME INSURANCE CO',
  'Acme Ins. Co.',
  'THE ACME INS COMPANY',
  'BOREAL MUTUAL',
  'CASCADE SURETY LLC',
];
const TYPES = [
  ...['Motor Carrier of Property (Except Household Goods)', 'Motor Carrier of Household Goods'],
  ...[
    'Motor Carrier of Passengers',
    'Broker of Property (Except Household Goods)',
    'Freight Forwarder of Property',
  ],
];
const STATUSES = ['Active', 'Active', 'Inactive', 'Pending', 'Withdrawn'];
const FORMS: [form: string, type: number, description: string, dollars: number[]][] = [
  ['BMC-91X', 1, 'BIPD/Primary', [750, 1_000, 5_000]],
  ['BMC-35', 1, 'BIPD/Primary', [750, 1_000]],
  ['BMC-34', 2, 'CARGO', [5]],
  ['BMC-84', 3, 'SURETY', [75, 50]],
  ['BMC-85', 4, 'TRUST FUND', [75]],
];

const slashed = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const compact = (day: string) => day.replaceAll('-', '');

/** The numbers of the first generated carriers. */
export const firstUsdots = (carriers: number) => Array.from({ length: carriers }, (_, i) => 5_100_001 + i);

/** The files of the registers about carriers that each have an unusual mix of filings, applications and dates. */
export function registerCases(seed: number, usdots: number[]): FilesOfDay[] {
  const legacy: Record<string, Cells[]> = {
    'legacy-carrier': [],
    'legacy-act-pend-insur': [],
    'legacy-ins-hist': [],
  };
  const daily = MOTUS_DAYS.map((day) => ({
    day,
    files: { 'company-census': [], 'motus-carrier': [], 'motus-insur': [], 'motus-ins-hist': [] } as Record<
      string,
      Cells[]
    >,
  }));
  for (const usdot of usdots) {
    const one = new Case(new Rng(seed, usdot), usdot);
    for (const [dataset, rows] of Object.entries(one.legacyRows())) legacy[dataset]?.push(...rows);
    const perDay = one.motusRows();
    daily.forEach(({ files }, i) => {
      files['company-census']?.push(one.census());
      for (const [dataset, rows] of Object.entries(perDay[i] ?? {})) files[dataset]?.push(...rows);
    });
  }
  // The census of the case does not change: only the first file has it.
  for (const { files } of daily.slice(1)) delete files['company-census'];
  return [{ day: LEGACY_DAY, files: legacy }, ...daily];
}

type MotusRows = { 'motus-carrier': Cells[]; 'motus-insur': Cells[]; 'motus-ins-hist': Cells[] };

class Case {
  readonly #rng: Rng;
  readonly #usdot: number;
  #policies = 0;
  readonly #legacyPolicies: { number: string; form: number }[] = [];
  readonly #classdef: string;

  constructor(rng: Rng, usdot: number) {
    this.#rng = rng;
    this.#usdot = usdot;
    this.#classdef = rng.pick([
      'AUTHORIZED FOR HIRE',
      'PRIVATE PROPERTY',
      'AUTHORIZED FOR HIRE;PRIVATE PROPERTY',
      '',
    ]);
  }

  census(): Cells {
    return {
      DOT_NUMBER: this.#usdot,
      STATUS_CODE: 'A',
      LEGAL_NAME: `CASE ${this.#usdot}`,
      CLASSDEF: this.#classdef,
    };
  }

  #near(...days: string[]): string {
    return plusDays(this.#rng.pick(days), this.#rng.pick([-31, -1, 0, 0, 0, 1, 30]));
  }

  #dollars(form: number, isLegacy: boolean): string {
    const thousands = this.#rng.pick(FORMS[form]?.[3] ?? [0]);
    return isLegacy ? String(thousands).padStart(5, '0') : `${thousands * 1_000}.00`;
  }

  legacyRows(): Record<string, Cells[]> {
    const rng = this.#rng;
    if (rng.chance(0.25)) return {};
    const prefix = rng.chance(0.1) ? 'FF' : 'MC';
    const key = {
      DOCKET_NUMBER: `${prefix}${this.#usdot - 5_000_000}`,
      DOT_NUMBER: String(this.#usdot).padStart(8, '0'),
    };
    const flag = (chance: number) => (rng.chance(chance) ? 'Y' : 'N');
    const carrier: Cells = {
      ...{
        ...key,
        COMMON_STAT: rng.pick(['A', 'A', 'I', 'N']),
        CONTRACT_STAT: rng.pick(['A', 'I', 'N', 'N']),
      },
      ...{
        BROKER_STAT: rng.pick(['A', 'I', 'N', 'N']),
        COMMON_APP_PEND: flag(0.2),
        CONTRACT_APP_PEND: flag(0.05),
      },
      ...{
        PROPERTY_CHK: flag(0.7),
        PASSENGER_CHK: flag(0.2),
        HHG_CHK: flag(0.2),
        CARGO_REQ: flag(0.3),
        BOND_REQ: flag(0.3),
      },
      ...{ MIN_COV_AMOUNT: rng.pick(['00000', '00750', '05000']), LEGAL_NAME: `CASE ${this.#usdot}` },
    };
    const filings = Array.from({ length: rng.below(4) }, () => this.#legacyFiling(key));
    const ended = Array.from({ length: rng.below(4) }, (_, i) => this.#legacyEnded(key, i));
    return { 'legacy-carrier': [carrier], 'legacy-act-pend-insur': filings, 'legacy-ins-hist': ended };
  }

  #legacyFiling(key: Cells): Cells {
    const rng = this.#rng;
    const form = rng.below(FORMS.length);
    const isExcess = form === 0 && rng.chance(0.3);
    const number = `L-${this.#usdot}-${this.#policies++}`;
    this.#legacyPolicies.push({ number, form });
    const from = this.#near('2023-11-16', '2025-03-01', '2026-05-10');
    return {
      ...{
        ...key,
        INS_FORM_CODE: (FORMS[form]?.[0] ?? '').slice(4).replace('35', '91'),
        NAME_COMPANY: rng.pick(INSURERS),
      },
      MOD_COL_1: isExcess ? 'BIPD/Excess' : (FORMS[form]?.[2] ?? ''),
      ...{ POLICY_NO: number, MAX_COV_AMOUNT: this.#dollars(form, true), EFFECTIVE_DATE: slashed(from) },
      POSTED_DATE: slashed(plusDays(from, rng.pick([-20, 0, 3, 40]))),
      UNDERL_LIM_AMOUNT: isExcess ? rng.pick(['00750', '01000']) : '00000',
      CANCL_EFFECTIVE_DATE: rng.chance(0.25) ? slashed(this.#near('2026-05-14', TODAY, '2026-11-12')) : '',
    };
  }

  #legacyEnded(key: Cells, i: number): Cells {
    const rng = this.#rng;
    const form = rng.chance(0.7) ? 0 : rng.below(FORMS.length);
    const from = plusDays('2020-11-16', 400 * i + rng.below(90));
    return {
      ...{
        ...key,
        INS_FORM_CODE: (FORMS[form]?.[0] ?? '').slice(4).replace('35', '91'),
        NAME_COMPANY: rng.pick(INSURERS),
      },
      ...{
        MOD_COL_1: 'CANCELLED',
        MOD_COL_3: FORMS[form]?.[2] ?? '',
        INS_CANCL_FORM: '35',
        INS_CLASS_CODE: 'P',
      },
      ...{ POLICY_NO: `H-${this.#usdot}-${this.#policies++}`, MAX_COV_AMOUNT: this.#dollars(form, true) },
      ...{
        EFFECTIVE_DATE: slashed(from),
        CANCL_EFFECTIVE_DATE: slashed(plusDays(from, rng.pick([200, 400, 420, 900]))),
      },
      UNDERL_LIM_AMOUNT: '00000',
    };
  }

  /** What changes between the days: amounts, announcements and their withdrawal, ends, new filings. */
  motusRows(): MotusRows[] {
    const rng = this.#rng;
    const key = { DOCKET_NUMBER: `MC${this.#usdot - 5_000_000}`, USDOT_NUMBER: this.#usdot };
    const types = TYPES.filter(() => rng.chance(0.25));
    const carriers = types.map((type) => ({
      ...{
        ...key,
        OP_AUTH_TYPE: type,
        OP_AUTH_STATUS: rng.pick(STATUSES),
        LEGAL_NAME: `CASE ${this.#usdot}`,
      },
      MIN_COV_AMOUNT: /Broker/.test(type) ? '0.00' : rng.pick(['0.00', '750000.00']),
      ...{
        CARGO_REQ: /Household Goods$/.test(type) ? 'Y' : 'N',
        BOND_REQ: /Broker|Forwarder/.test(type) ? 'Y' : 'N',
      },
    }));
    const changed = carriers.map((row) =>
      rng.chance(0.3) ? { ...row, OP_AUTH_STATUS: rng.pick(STATUSES) } : row,
    );
    const days: MotusRows[] = MOTUS_DAYS.map((_, day) => ({
      'motus-carrier': day === 0 ? carriers : changed,
      ...{ 'motus-insur': [], 'motus-ins-hist': [] },
    }));
    for (let i = rng.below(4); i > 0; i--) this.#motusFiling(key, days);
    return days;
  }

  #motusFiling(key: Cells, days: MotusRows[]): void {
    const rng = this.#rng;
    const again = rng.chance(0.2) ? this.#legacyPolicies[0] : undefined;
    const form = again?.form ?? rng.below(FORMS.length);
    const isExcess = form === 0 && rng.chance(0.3);
    const number = again ? again.number.replaceAll('-', '') : `M-${this.#usdot}-${this.#policies++}`;
    const from = this.#near('2025-03-01', '2026-08-01', '2026-11-12', '2026-12-01');
    const row = (dollars: string): Cells => ({
      ...{
        ...key,
        INS_FORM_CODE: FORMS[form]?.[0] ?? '',
        INS_TYPE_CODE: FORMS[form]?.[1] ?? '',
        POLICY_NO: number,
      },
      ...{ INS_CLASS_CODE: isExcess ? 'E' : 'P', UNDERL_LIM_AMOUNT: isExcess ? '750000.00' : '0.00' },
      ...{ MAX_COV_AMOUNT: dollars, EFFECTIVE_DATE: compact(from), INSURANCE_COMPANY_NAME: insurer },
      TRANS_DATE: compact(posted),
    });
    const insurer = rng.pick(INSURERS);
    const posted =
      plusDays(from, rng.pick([-20, -2, 0, 5])) > '2026-11-10'
        ? '2026-11-08'
        : plusDays(from, rng.pick([-2, 0]));
    const end = this.#near('2026-11-12', '2026-11-13', TODAY, '2026-12-20');
    const { TRANS_DATE: _, ...described } = row(this.#dollars(form, false));
    const ended: Cells = {
      ...described,
      FILING_STATUS_REASON: 'Cancelled',
      CANCL_EFFECTIVE_DATE: compact(end),
    };
    const before = row(this.#dollars(form, false));
    const after = rng.chance(0.5) ? before : row(this.#dollars(form, false));
    // The first file of the filing, the first with another amount, with the announcement, without it, and without the filing.
    const [listed, changed, announced] = [rng.below(2), 1 + rng.below(2), rng.below(5)];
    const [retracted, gone] = [announced + 1 + rng.below(4), rng.below(5)];
    days.forEach((files, day) => {
      if (day >= listed && (gone === 0 || day < gone))
        files['motus-insur'].push(day >= changed ? after : before);
      if (day >= announced && day < retracted && end > from) files['motus-ins-hist'].push(ended);
    });
  }
}
