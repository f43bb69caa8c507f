import { dayNumber, idPrefix } from '../domain/images/image-id.ts';
import { KEPT_CLASS } from '../domain/images/retention/retention-classes.ts';
import { monthsBefore } from '../domain/safety/sms/time-weight.ts';
import { BUCKETS } from '../lib/camera-bucket.ts';
import { type DayFormat, dayFormats, dayOf, isoDay } from './day-formats.ts';

/** What the database numbers itself. In the demo data, each is counted from 1. */
export const DEMO_IDS = ['organization', 'user', 'alert', 'sighting', 'webhook', 'run', 'load'] as const;
export type DemoIdKind = (typeof DEMO_IDS)[number];

/** The number that stands for a position. */
export type DemoIds = Record<DemoIdKind, (position: number) => number>;

/** `{compact-3}` is the date three days before the as-of day, in the compact format. */
export function relativeDay(format: DayFormat, offsetDays: number): string {
  return `{${format}${offsetDays}}`;
}

/** Monthly values are relative to the calendar: `{asOf2}` is two months before the as-of day, `{month2}` the first of that month. */
export const relativeAsOf = (monthsAgo: number) => `{asOf${monthsAgo}}`;
export const relativeMonth = (monthsAgo: number) => `{month${monthsAgo}}`;

/** `{image-3071}` is the start of the ids of images that the camera with bucket 1 took three days before the as-of day. */
export const relativeImage = (offsetDays: number, bucket: number) =>
  `{image${offsetDays * BUCKETS + bucket}}`;

/** `{sighting1027}` is the first sighting, of a camera with bucket 3. */
export const relativeSighting = (position: number, bucket: number) =>
  `{sighting${position * BUCKETS + bucket}}`;

const TOKEN = new RegExp(
  `\\{(${[...Object.keys(dayFormats), 'asOf', 'month', 'image', ...DEMO_IDS].join('|')})(-?\\d+)\\}`,
  'g',
);

/** Returns a function that replaces the relative days and numbers in a text of the demo data. */
export function relativeValues(asOf: string, ids: DemoIds): (text: string) => string {
  const asOfDay = dayOf(asOf);
  const known = new Map<string, string>();
  const resolved = (kind: string, number: number): string => {
    if (kind === 'asOf') return monthsBefore(asOf, number);
    if (kind === 'month') return `${monthsBefore(asOf, number).slice(0, 7)}-01`;
    if (kind === 'image') {
      const offsetDays = Math.floor(number / BUCKETS);
      const day = dayNumber(new Date((asOfDay + offsetDays) * 86_400_000));
      return idPrefix(KEPT_CLASS, day, number - offsetDays * BUCKETS);
    }
    const format = dayFormats[kind as DayFormat];
    return format ? format(asOfDay + number) : String(ids[kind as DemoIdKind](number));
  };
  return (text) =>
    text.replace(TOKEN, (token, kind: string, number: string) => {
      let value = known.get(token);
      if (value === undefined) {
        value = resolved(kind, Number(number));
        known.set(token, value);
      }
      return value;
    });
}

/** The as-of day of a demo that is loaded now: the federal files are those of yesterday. */
export function demoAsOf(now: Date): string {
  return isoDay(Math.floor(now.getTime() / 86_400_000) - 1);
}
