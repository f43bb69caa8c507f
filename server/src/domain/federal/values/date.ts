import { readWhole } from './number.ts';
import { BLANK, UNREADABLE, type Value, WRITTEN, writeNull } from './value.ts';

const EARLIEST_YEAR = 1900;
/** Notices can be dated a few years ahead. Years such as 2044 and 2517 occur and are typing errors. */
const LATEST_YEAR = new Date().getUTCFullYear() + 10;
const DAYS_TO_2000 = 10_957;
const NONE = Number.MIN_SAFE_INTEGER;
const MONTHS = new Map(
  ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'].map((word, i) => [
    ((word.charCodeAt(0) & 31) << 10) | ((word.charCodeAt(1) & 31) << 5) | (word.charCodeAt(2) & 31),
    i + 1,
  ]),
);
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Any date format used in the federal files: `20240828`, `20240828 1405`, `2024-08-28`, `2024-08-28T00:00:00`,
 * `08/28/2024`, `8/28/24`, `28-AUG-24`, `8-Aug-2024`.
 */
export const date: Value = {
  type: 'date',
  label: 'a date',
  write(out, source, start, end) {
    const day = start === end ? NONE : readDay(source, start, end);
    if (day === NONE) return writeNull(out, start, end);
    out.integer(day);
    return WRITTEN;
  },
};

/** Days since 2000-01-01, PostgreSQL's date epoch. */
function readDay(source: Buffer, start: number, end: number): number {
  const first = digitsFrom(source, start, end);
  const width = first.next - start;
  if (width === 8 && isDateEnd(source, first.next, end)) {
    return daysSince2000(
      Math.floor(first.value / 10_000),
      Math.floor(first.value / 100) % 100,
      first.value % 100,
    );
  }
  const separator = source[first.next];
  if (separator !== 0x2d && separator !== 0x2f) return NONE;
  const month = separator === 0x2d && width <= 2 ? monthFromName(source, first.next + 1) : 0;
  const second = month > 0 ? { value: month, next: first.next + 4 } : digitsFrom(source, first.next + 1, end);
  if (source[second.next] !== separator || second.next >= end) return NONE;
  const third = digitsFrom(source, second.next + 1, end);
  if (third.next === second.next + 1 || !isDateEnd(source, third.next, end)) return NONE;
  if (width === 4) return daysSince2000(first.value, second.value, third.value);
  const year = fullYear(third.value, third.next - second.next - 1);
  if (month > 0) return daysSince2000(year, month, first.value);
  return separator === 0x2f ? daysSince2000(year, first.value, second.value) : NONE;
}

function digitsFrom(source: Buffer, start: number, end: number): { value: number; next: number } {
  let value = 0;
  let next = start;
  for (; next < end; next++) {
    const digit = (source[next] as number) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return { value, next };
}

/** A time of day can follow the date. */
function isDateEnd(source: Buffer, at: number, end: number): boolean {
  return at === end || source[at] === 0x20 || source[at] === 0x54;
}

function monthFromName(source: Buffer, at: number): number {
  const letters = (((source[at] ?? 0) & 31) << 10) | (((source[at + 1] ?? 0) & 31) << 5);
  return (source[at] ?? 0) >= 65 ? (MONTHS.get(letters | ((source[at + 2] ?? 0) & 31)) ?? 0) : 0;
}

function fullYear(value: number, digits: number): number {
  if (digits === 2) return value < 50 ? 2000 + value : 1900 + value;
  return digits === 4 ? value : 0;
}

function daysSince2000(year: number, month: number, day: number): number {
  if (year < EARLIEST_YEAR || year > LATEST_YEAR || month < 1 || month > 12 || day < 1) return NONE;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  if (day > (LENGTHS[month - 1] as number) + leap) return NONE;
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear;
  return era * 146_097 + dayOfEra - 719_468 - DAYS_TO_2000;
}

const UNKNOWN_TIME = 9_999;
const MICROSECONDS_PER_MINUTE = 60_000_000;

/** `HHMM`. 2400 is midnight at the end of the day; 9999 means that the time was not recorded. */
export const timeOfDay: Value = {
  type: 'time',
  label: 'a time of day',
  write(out, source, start, end) {
    const clock = readWhole(source, start, end);
    const minutes = Math.floor(clock / 100) * 60 + (clock % 100);
    if (clock < 0 || clock % 100 > 59 || minutes > 1_440) {
      out.null();
      return start === end || clock === UNKNOWN_TIME ? BLANK : UNREADABLE;
    }
    out.bigint(minutes * MICROSECONDS_PER_MINUTE);
    return WRITTEN;
  },
};
