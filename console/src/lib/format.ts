import { CRITERIA } from './generated/criteria.ts';
import { TRUCK_FIELDS } from './generated/truck-fields.ts';

const FIELD_LABELS: Record<string, string> = {
  ...Object.fromEntries(CRITERIA.map(({ name, label }) => [name, label])),
  ...Object.fromEntries(TRUCK_FIELDS.map(({ name, title }) => [name, title])),
  mx_number: 'MX number',
  ff_number: 'FF number',
  un_number: 'UN number',
  kyu_permit: 'KYU permit',
  mcs150_date: 'MCS-150 date',
};

export function fieldLabel(field: string): string {
  const label = FIELD_LABELS[field] ?? field.replaceAll('_', ' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** With the year and the zone's name. The zone is the organization's, or the browser's without one. */
export function localTime(date: Date, timeZone?: string): string {
  return date.toLocaleString('en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    // With `hour12: false`, midnight is 24:00.
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone }),
  });
}

/** The two lines of a time in a narrow column: "Nov 16, 2026" and "09:30 UTC". */
export function dayAndTime(date: Date, timeZone: string): [day: string, time: string] {
  return [
    date.toLocaleDateString('en-US', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }),
    date.toLocaleTimeString('en-US', {
      ...{ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
    }),
  ];
}

/** A federal date, YYYY-MM-DD, without a time or zone: "Mar 24, 2026". */
export function day(date: string | null | undefined): string {
  if (!date) return '–';
  return new Date(`${date.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Writes the ISO dates in a sentence from the service in the format of the page. */
export const withDays = (text: string): string => text.replace(/\b\d{4}-\d\d-\d\d\b/g, day);

/** The month of a federal date: "Mar 2026". */
export function month(date: string): string {
  return new Date(`${date.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Today in the organization's zone, YYYY-MM-DD. */
export function today(timeZone: string): string {
  return new Date().toLocaleDateString('en-CA', { timeZone });
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** For example "in 23 hours". */
export function relativeTime(date: Date, nowMs: number): string {
  const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
  const offsetMs = date.getTime() - nowMs;
  for (const [unit, unitMs] of UNITS) {
    if (Math.abs(offsetMs) >= unitMs) return format.format(Math.trunc(offsetMs / unitMs), unit);
  }
  return offsetMs >= 0 ? 'in less than a minute' : 'just now';
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)}%`;
}

/** A percentile or rate that is already in percent: "72%", "22.3%". */
export function percentage(value: number, digits = 0): string {
  return `${decimal(value, digits)}%`;
}

/** With a fixed number of decimals: "1,234.50". */
export function decimal(value: number, digits: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const numbers = new Intl.NumberFormat('en-US');
export function number(value: number | string): string {
  return numbers.format(Number(value));
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
export function money(value: number | string): string {
  return dollars.format(Number(value));
}

const BYTE_UNITS: [unit: string, bytes: number][] = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
];

/** Always with a unit: "10 TB", "457.8 kB", "12 bytes". */
export function byteSize(bytes: number): string {
  const [unit, size] = BYTE_UNITS.find(([, least]) => bytes >= least) ?? ['bytes', 1];
  return `${number(Math.round((bytes / size) * 10) / 10)} ${unit}`;
}

/** "1 carrier", "2 carriers". */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${number(amount)} ${amount === 1 ? noun : plural}`;
}

/** The power units that a census has; null if it has none on record. */
export function trucksText(powerUnits: number | null): string {
  return powerUnits === null ? 'Trucks unknown' : count(powerUnits, 'truck');
}

/** A code of a federal file as a word: "ACTIVE" is "Active". */
export function word(code: string): string {
  return code.charAt(0).toUpperCase() + code.slice(1).toLowerCase();
}

/** A text of the API as the value of a fact. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** SHOUTED NAMES of federal files as a reader expects them. Short words such as LLC stay as they are. */
export function place(city: string, state: string): string {
  const readable = city.toLowerCase().replace(/(^|[\s.-])\p{L}/gu, (start) => start.toUpperCase());
  return [readable, state].filter(Boolean).join(', ');
}
