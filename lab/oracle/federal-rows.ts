/**
 * The figures of a profile, recomputed from rows of the federal files by plain code. Nothing here is imported from the
 * product, so that an error of the product cannot hide in both. It is written for clarity and not for speed.
 */

/** A row of a federal file: its cells by the column names of the published file. A missing cell is empty. */
export type FederalRow = Record<string, string | number>;

/** The files of one month. A file that is not given is not loaded. Days are ISO. */
export type FederalMonth = {
  /** The day of the SMS files. */
  smsDay: string;
  /** The day that the profile is asked for. */
  today: string;
  /** Of all event files: the last day of the 24 months. The day of the SMS files if there are no others. */
  windowEnd: string;
  smsCensus: FederalRow[];
  smsInspections: FederalRow[];
  smsViolations: FederalRow[];
  smsCrashes: FederalRow[];
  companyCensus: FederalRow[];
  orders: FederalRow[];
  /** The daily files of crashes and inspections. */
  crashFile: FederalRow[];
  dailyInspections: FederalRow[];
  /** FMCSA's results, by file. */
  outputs: Record<'abProperty' | 'cProperty' | 'abPassenger' | 'cPassenger', FederalRow[]>;
};

export function textOf(row: FederalRow, column: string): string {
  return String(row[column] ?? '').trim();
}

/** Null for an empty or unreadable cell. */
export function numberOf(row: FederalRow, column: string): number | null {
  const text = textOf(row, column).replaceAll(',', '');
  return /^\d+(\.\d*)?$|^\.\d+$/.test(text) ? Number(text) : null;
}

export function isYes(row: FederalRow, column: string): boolean {
  return /^[YyXxTt1]/.test(textOf(row, column));
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

/** ISO, from `28-AUG-24`, `20240828` or `2024-08-28`; null if there is no such day. */
export function dayOf(row: FederalRow, column: string): string | null {
  const text = textOf(row, column);
  const worded = /^(\d{1,2})-([A-Za-z]{3})-(\d{2})$/.exec(text);
  const plain = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text);
  let [year, month, day] = [0, 0, 0];
  if (worded) {
    year = Number(worded[3]) + (Number(worded[3]) < 50 ? 2000 : 1900);
    month = MONTHS.indexOf((worded[2] as string).toUpperCase()) + 1;
    day = Number(worded[1]);
  } else if (plain) {
    [year, month, day] = [Number(plain[1]), Number(plain[2]), Number(plain[3])];
  } else return null;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  return isoDay(year, month, day);
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isoDay(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The same day some months before, or the last day of a shorter month. */
export function monthsEarlier(iso: string, months: number): string {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
  const count = year * 12 + (month - 1) - months;
  const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1];
  return isoDay(toYear, toMonth, Math.min(day, daysIn(toYear, toMonth)));
}

export function daysLater(iso: string, days: number): string {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** 3 for the last 6 months, 2 for the last 12, 1 for the last 24; the first day of each period is included. */
export function timeWeight(today: string, day: string): number {
  if (day > today) return 0;
  if (day >= monthsEarlier(today, 6)) return 3;
  if (day >= monthsEarlier(today, 12)) return 2;
  return day >= monthsEarlier(today, 24) ? 1 : 0;
}

/** The rows of a file by USDOT number. */
export function byCarrier(rows: FederalRow[], column: string): Map<number, FederalRow[]> {
  const found = new Map<number, FederalRow[]>();
  for (const row of rows) {
    const usdot = numberOf(row, column);
    if (usdot === null || usdot === 0) continue;
    const list = found.get(usdot) ?? [];
    list.push(row);
    found.set(usdot, list);
  }
  return found;
}
