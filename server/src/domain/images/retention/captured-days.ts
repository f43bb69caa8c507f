import { dayNumber } from '../image-id.ts';
import { KEPT_CLASS, RETENTION_PERIODS } from './retention-classes.ts';

/** The number of a day, and that of the first day that is not included. */
export type Days = [from: number, to: number];

/**
 * Limits a statement on images to the partitions of these days, of every class. `from` and `to` are its parameters: PostgreSQL plans
 * and locks no other partition.
 */
export function capturedIn(from: string, to: string): string {
  const classes = [KEPT_CLASS, ...RETENTION_PERIODS.map((_, n) => n + 1)];
  const ranges = classes.map(
    (one) => `(id >= lowest_image_id(${one}, ${from}::int) and id < lowest_image_id(${one}, ${to}::int))`,
  );
  return `(${ranges.join(' or ')})`;
}

/** The days on which the images of these sightings may have been captured. A sighting is shorter than a day. */
export function daysAround(sightings: readonly { time_captured: Date }[]): Days {
  const days = sightings.map(({ time_captured }) => dayNumber(time_captured));
  const [first, last] = [Math.min(...days), Math.max(...days)];
  return sightings.length === 0 ? [0, 0] : [Math.max(0, first - 1), last + 2];
}
