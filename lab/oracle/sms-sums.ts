import {
  byCarrier,
  dayOf,
  type FederalMonth,
  type FederalRow,
  isYes,
  numberOf,
  textOf,
} from './federal-rows.ts';

export const BASICS = ['UD', 'HOS', 'DF', 'CS', 'VM', 'HM', 'CI'] as const;
export type Basic = (typeof BASICS)[number];

/** The BASICs with violations: how the violation file names them, and their flag in the inspection file. */
const NAMED: [Basic, string, string][] = [
  ['UD', 'Unsafe', 'Unsafe_Insp'],
  ['HOS', 'Hours', 'Fatigued_Insp'],
  ['DF', 'Driver', 'Dr_Fitness_Insp'],
  ['CS', 'Controlled', 'Subt_Alcohol_Insp'],
  ['VM', 'Vehicle', 'Vh_Maint_Insp'],
  ['HM', 'Hazardous', 'HM_Insp'],
];

export type Sums = {
  points: number;
  weights: number;
  /** Inspections that are relevant for the BASIC. */
  relevant: number;
  /** Inspections with a violation, or crashes. */
  events: number;
  violations: number;
  /** An event of the last 12 months, or in the latest relevant inspection. */
  isRecent: boolean;
};
export type CarrierSums = { inspections: number; basics: Record<Basic, Sums> };

type Inspection = {
  day: string;
  weight: number;
  level: number | null;
  flags: Set<Basic>;
  severity: Partial<Record<Basic, number>>;
  violations: Partial<Record<Basic, number>>;
};

/** The sums of every carrier with a row of an inspection, a violation or a counted crash. */
export function sumMonth(month: FederalMonth): Map<number, CarrierSums> {
  const inspections = byCarrier(month.smsInspections, 'DOT_Number');
  const violations = byCarrier(month.smsViolations, 'DOT_Number');
  const crashes = byCarrier(month.smsCrashes, 'DOT_Number');
  const sums = new Map<number, CarrierSums>();
  for (const usdot of new Set([...inspections.keys(), ...violations.keys(), ...crashes.keys()])) {
    const listed = inspectionsOf(inspections.get(usdot) ?? [], violations.get(usdot) ?? []);
    const crashed = crashesOf(crashes.get(usdot) ?? []);
    if (listed.length > 0 || crashed.length > 0) sums.set(usdot, sumCarrier(listed, crashed));
  }
  return sums;
}

function inspectionsOf(rows: FederalRow[], violations: FederalRow[]): Inspection[] {
  const found = new Map<string, Inspection>();
  for (const row of rows)
    found.set(textOf(row, 'Unique_ID'), {
      day: dayOf(row, 'Insp_Date') ?? '',
      weight: numberOf(row, 'Time_Weight') ?? 0,
      level: numberOf(row, 'Insp_level_ID'),
      flags: new Set(NAMED.filter(([, , flag]) => isYes(row, flag)).map(([basic]) => basic)),
      severity: {},
      violations: {},
    });
  for (const row of violations) {
    const id = textOf(row, 'Unique_ID');
    // An inspection that only the violation file has.
    const only: Inspection = {
      day: '',
      weight: 0,
      level: null,
      flags: new Set(),
      severity: {},
      violations: {},
    };
    const one = found.get(id) ?? only;
    if (!found.has(id)) found.set(id, one);
    if (one === only || one.day === '') {
      one.day = dayOf(row, 'Insp_Date') ?? '';
      one.weight = Math.max(one.weight, numberOf(row, 'Time_Weight') ?? 0);
    }
    const name = textOf(row, 'BASIC_Desc');
    const basic = NAMED.find(([, words]) => name.startsWith(words))?.[0];
    if (basic === undefined) continue;
    const weight = (numberOf(row, 'Severity_Weight') ?? 0) + (numberOf(row, 'OOS_Weight') ?? 0);
    one.severity[basic] = (one.severity[basic] ?? 0) + weight;
    one.violations[basic] = (one.violations[basic] ?? 0) + 1;
  }
  return [...found.values()];
}

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Level 3 examines the driver only, level 5 the vehicle only, and a level that does not exist nobody knows what. */
function wasExamined({ level, flags }: Inspection, basic: Basic): boolean {
  if (flags.has(basic)) return true;
  if (level !== null && !LEVELS.includes(level)) return false;
  return basic === 'VM' || basic === 'HM' ? level !== 3 : level !== 5;
}

type Crash = { weight: number; severity: number };

/** One for each report that FMCSA did not find not preventable. A crash of weight 0 is not recordable. */
function crashesOf(rows: FederalRow[]): Crash[] {
  const reports = new Map<string, FederalRow[]>();
  for (const row of rows) {
    if (isYes(row, 'Not_Preventable')) continue;
    const report = `${textOf(row, 'Report_State')} ${textOf(row, 'Report_number')}`;
    reports.set(report, [...(reports.get(report) ?? []), row]);
  }
  return [...reports.values()]
    .map((vehicles) => ({
      weight: Math.max(...vehicles.map((row) => numberOf(row, 'Time_weight') ?? 0)),
      severity: severityOf(vehicles),
    }))
    .filter(({ severity }) => severity > 0);
}

function severityOf(vehicles: FederalRow[]): number {
  const listed = vehicles.flatMap((row) => numberOf(row, 'Severity_Weight') ?? []);
  if (listed.length > 0) return Math.max(...listed);
  const own = vehicles.map((row) => {
    if ((numberOf(row, 'Fatalities') ?? 0) > 0 || (numberOf(row, 'Injuries') ?? 0) > 0) return 2;
    return isYes(row, 'Tow_Away') ? 1 : 0;
  });
  const worst = Math.max(...own);
  return worst > 0 && vehicles.some((row) => isYes(row, 'Hazmat_released')) ? worst + 1 : worst;
}

function sumCarrier(inspections: Inspection[], crashes: Crash[]): CarrierSums {
  const current = inspections.filter(({ weight }) => weight > 0);
  const counted = crashes.filter(({ weight }) => weight > 0);
  const crashSums: Sums = {
    points: counted.reduce((sum, { weight, severity }) => sum + weight * severity, 0),
    weights: 0,
    relevant: 0,
    events: counted.length,
    violations: 0,
    isRecent: counted.some(({ weight }) => weight >= 2),
  };
  return {
    inspections: current.filter(
      ({ level, flags }) => level === null || LEVELS.includes(level) || flags.size > 0,
    ).length,
    basics: {
      ...(Object.fromEntries(NAMED.map(([basic]) => [basic, sumBasic(current, basic)])) as Record<
        Basic,
        Sums
      >),
      CI: crashSums,
    },
  };
}

function sumBasic(inspections: Inspection[], basic: Basic): Sums {
  const judged = inspections.map((one) => {
    const violations = wasExamined(one, basic) ? (one.violations[basic] ?? 0) : 0;
    return { ...one, count: violations, isRelevant: violations > 0 || one.flags.has(basic) };
  });
  const relevant = judged.filter(({ isRelevant }) => isRelevant);
  const bad = relevant.filter(({ count }) => count > 0);
  const latest = relevant.reduce((day, one) => (one.day > day ? one.day : day), '');
  const latestCounts = basic !== 'UD' && basic !== 'CS';
  return {
    points: bad.reduce((sum, one) => sum + Math.min(30, one.severity[basic] ?? 0) * one.weight, 0),
    weights: relevant.reduce((sum, one) => sum + one.weight, 0),
    relevant: relevant.length,
    events: bad.length,
    violations: bad.reduce((sum, { count }) => sum + count, 0),
    isRecent:
      bad.some(({ weight }) => weight >= 2) || (latestCounts && bad.some(({ day }) => day === latest)),
  };
}
