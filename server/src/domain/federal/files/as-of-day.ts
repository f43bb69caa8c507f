import type { Dataset } from '../dataset.ts';
import type { SourceFile } from './source-file.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;

/**
 * The date of a file's data: from the file name (`2024-08-06`, `20240806`, `2016Sep`), otherwise the file's
 * modification date. Never later than today or than the day on which the dataset was frozen.
 */
export function asOfDay(
  source: Pick<SourceFile, 'name' | 'modifiedAt'>,
  dataset: Dataset,
  today: Date,
): string {
  const days = [dayInName(source.name) ?? isoDay(source.modifiedAt), isoDay(today), dataset.frozenOn];
  return days.filter((day) => day !== undefined).sort()[0] ?? isoDay(today);
}

function dayInName(name: string): string | null {
  const day = /(?<!\d)(20\d\d)[-_]?(0[1-9]|1[0-2])[-_]?([0-2]\d|3[01])(?!\d)/.exec(name);
  if (day) {
    const iso = `${day[1]}-${day[2]}-${day[3]}`;
    return isoDay(new Date(`${iso}T00:00:00Z`)) === iso ? iso : null;
  }
  const month = /(?<!\d)(20\d\d)[-_ ]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.exec(name);
  return month ? lastFriday(Number(month[1]), MONTHS.indexOf(String(month[2]).toLowerCase())) : null;
}

/** The snapshot date of a monthly SMS run. */
function lastFriday(year: number, month: number): string {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return isoDay(new Date(last.getTime() - ((last.getUTCDay() + 2) % 7) * DAY_MS));
}

function isoDay(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
