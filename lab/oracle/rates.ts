import { dayOf, type FederalRow, isYes, monthsEarlier, numberOf, textOf } from './federal-rows.ts';

export type Rate = { percent_oos: number; total_oos: number; total_inspected: number };
export type Rates = Record<'overall' | 'driver' | 'vehicle' | 'hazmat', Rate>;

/** With two decimals, halves up, in whole numbers. */
function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((20_000 * part + whole) / (2 * whole)) / 100;
}

type Inspection = {
  report: string | null;
  day: string;
  level: number;
  hazmat: boolean;
  out: Record<keyof Rates, number>;
};

function monthlyOf(row: FederalRow): Inspection {
  const [state, number] = [textOf(row, 'Report_State'), textOf(row, 'Report_Number')];
  return {
    report: reportOf(state, number),
    day: dayOf(row, 'Insp_Date') ?? '',
    level: numberOf(row, 'Insp_level_ID') ?? 0,
    hazmat: (numberOf(row, 'Total_Hazmat_Sent') ?? 0) > 0,
    out: {
      overall: numberOf(row, 'OOS_Total') ?? 0,
      driver: numberOf(row, 'Driver_OOS_Total') ?? 0,
      vehicle: numberOf(row, 'Vehicle_OOS_Total') ?? 0,
      hazmat: numberOf(row, 'Hazmat_OOS_Total') ?? 0,
    },
  };
}

function dailyOf(row: FederalRow): Inspection {
  const [state, number] = [textOf(row, 'REPORT_STATE'), textOf(row, 'REPORT_NUMBER')];
  return {
    report: number === '' ? null : reportOf(state, number),
    day: dayOf(row, 'INSP_DATE') ?? '',
    level: numberOf(row, 'INSP_LEVEL_ID') ?? 0,
    hazmat: isYes(row, 'HAZMAT_PLACARD_REQ'),
    out: {
      overall: numberOf(row, 'OOS_TOTAL') ?? 0,
      driver: numberOf(row, 'DRIVER_OOS_TOTAL') ?? 0,
      vehicle: numberOf(row, 'VEHICLE_OOS_TOTAL') ?? 0,
      hazmat: numberOf(row, 'HAZMAT_OOS_TOTAL') ?? 0,
    },
  };
}

/** The rows of the daily file from the one that counts most to the duplicates. */
function byStatus(daily: FederalRow[]): FederalRow[] {
  const rank = (row: FederalRow) => ({ C: 0, D: 2 })[textOf(row, 'CI_STATUS_CODE').toUpperCase()] ?? 1;
  const id = (row: FederalRow) => numberOf(row, 'INSPECTION_ID') ?? 0;
  return daily.toSorted((a, b) => rank(a) - rank(b) || id(a) - id(b));
}

/** Of the inspections in the 24 months up to a day, both days included. A report of a day counts once: first the SMS file. */
export function outOfServiceRates(monthly: FederalRow[], daily: FederalRow[], end: string): Rates {
  const start = monthsEarlier(end, 24);
  const inspections = monthly.map(monthlyOf);
  for (const one of byStatus(daily).map(dailyOf))
    if (
      one.report === null ||
      !inspections.some(({ report, day }) => report === one.report && day === one.day)
    )
      inspections.push(one);
  const counted = inspections.filter(({ day }) => day >= start && day <= end);
  const rate = (list: Inspection[], kind: keyof Rates): Rate => {
    const total_oos = list.filter(({ out }) => out[kind] > 0).length;
    return { percent_oos: percentOf(total_oos, list.length), total_oos, total_inspected: list.length };
  };
  const ofLevel = (levels: number[]) => counted.filter(({ level }) => levels.includes(level));
  return {
    overall: rate(counted, 'overall'),
    driver: rate(ofLevel([1, 2, 3, 6]), 'driver'),
    vehicle: rate(ofLevel([1, 2, 5, 6]), 'vehicle'),
    hazmat: rate(
      counted.filter(({ hazmat }) => hazmat),
      'hazmat',
    ),
  };
}

type Vehicle = { report: string; day: string; fatalities: number; injuries: number; hazmat: boolean };

/** The daily files write the state before the report number. */
function reportOf(state: string, number: string): string {
  return `${state} ${number.startsWith(state) ? number.slice(state.length) : number}`;
}

/** Without the flag: with a casualty, or if nothing says that no vehicle was towed away. */
function isRecordable(row: FederalRow): boolean {
  const flag = textOf(row, 'FEDERAL_RECORDABLE');
  if (flag !== '') return isYes(row, 'FEDERAL_RECORDABLE');
  const casualties = (numberOf(row, 'FATALITIES') ?? 0) + (numberOf(row, 'INJURIES') ?? 0);
  return casualties > 0 || !/^[Nn]/.test(textOf(row, 'TOW_AWAY'));
}

/** Every crash once: the rows of the daily file, or those of the SMS file if the daily one does not have the report. */
function vehiclesOf(smsCrashes: FederalRow[], crashFile: FederalRow[]): Vehicle[] {
  const daily = crashFile
    .filter((row) => textOf(row, 'CI_STATUS_CODE').toUpperCase() !== 'X' && isRecordable(row))
    .map((row) => ({
      report: reportOf(textOf(row, 'REPORT_STATE'), textOf(row, 'REPORT_NUMBER')),
      day: dayOf(row, 'REPORT_DATE') ?? '',
      fatalities: numberOf(row, 'FATALITIES') ?? 0,
      injuries: numberOf(row, 'INJURIES') ?? 0,
      hazmat: isYes(row, 'HAZMAT_RELEASED'),
    }));
  const known = new Set(daily.map(({ report }) => report));
  const monthly = smsCrashes.map((row) => ({
    report: reportOf(textOf(row, 'Report_State'), textOf(row, 'Report_number')),
    day: dayOf(row, 'Report_Date') ?? '',
    fatalities: numberOf(row, 'Fatalities') ?? 0,
    injuries: numberOf(row, 'Injuries') ?? 0,
    hazmat: isYes(row, 'Hazmat_released'),
  }));
  return [...daily, ...monthly.filter(({ report }) => !known.has(report))];
}

export type Crashes = {
  crash_count: number;
  injuries: number;
  fatalities: number;
  major_crashes_count: number;
  most_severe_crashes_count: number;
  last_year: number;
};

export function crashesOf(smsCrashes: FederalRow[], crashFile: FederalRow[], end: string): Crashes {
  const [start, year] = [monthsEarlier(end, 24), monthsEarlier(end, 12)];
  const vehicles = vehiclesOf(smsCrashes, crashFile).filter(({ day }) => day >= start && day <= end);
  const reports = [...Map.groupBy(vehicles, ({ report }) => report).values()];
  const most = (rows: Vehicle[], name: 'fatalities' | 'injuries') =>
    Math.max(...rows.map((row) => row[name]));
  const total = (name: 'fatalities' | 'injuries') => reports.reduce((sum, rows) => sum + most(rows, name), 0);
  const isFatal = (row: Vehicle) => row.fatalities > 0;
  const isMajor = (row: Vehicle) => !isFatal(row) && (row.injuries > 0 || row.hazmat);
  return {
    crash_count: reports.length,
    injuries: total('injuries'),
    fatalities: total('fatalities'),
    major_crashes_count: reports.filter((rows) => rows.some(isMajor)).length,
    most_severe_crashes_count: reports.filter((rows) => rows.some(isFatal)).length,
    last_year: reports.filter((rows) => rows.some(({ day }) => day >= year)).length,
  };
}

/** Per million miles: of a review of the last two years, else computed with miles of the last two years; else null. */
export function crashRateOf(
  company: FederalRow | undefined,
  sms: FederalRow | undefined,
  crashes: number,
  end: string,
): number | null {
  const review = company && dayOf(company, 'REVIEW_DATE');
  const rate = company && numberOf(company, 'RECORDABLE_CRASH_RATE');
  const isRecent = review && review <= end && review >= monthsEarlier(end, 24);
  if (rate && rate < 999 && isRecent) return Number(rate.toFixed(3));
  const figure = (column: string) =>
    (company && numberOf(company, column)) ?? (sms && numberOf(sms, column)) ?? null;
  const [miles, year] = [figure('MCS150_MILEAGE'), figure('MCS150_MILEAGE_YEAR')];
  if (!miles || year === null || year < Number(end.slice(0, 4)) - 2) return null;
  return Number(((crashes * 1_000_000) / miles).toFixed(3));
}
