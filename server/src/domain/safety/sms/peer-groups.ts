import { SEGMENTS, type Segment } from '../../../contract/scores.ts';
import type { Category } from './method.ts';

/** Categories that are split by segment use group numbers above these. */
const STRAIGHT = 10;
const COMBINATION = 20;

function startsOf({ groups }: Category, segment: Segment): readonly number[] {
  return Array.isArray(groups) ? groups : (groups as Record<Segment, readonly number[]>)[segment];
}

function offsetOf(category: Category, segment: Segment): number {
  if (!('straight' in category.groups)) return 0;
  return segment === 'combination' ? COMBINATION : STRAIGHT;
}

/** The peer group for a count of events; 0 if it is below the minimum. */
export function peerGroup(category: Category, segment: Segment, count: number): number {
  const starts = startsOf(category, segment);
  let group = 0;
  while (group < starts.length && count >= (starts[group] as number)) group++;
  return group === 0 ? 0 : offsetOf(category, segment) + group;
}

function peerGroups(category: Category): number[] {
  const segments = 'straight' in category.groups ? SEGMENTS : (['straight'] as const);
  return segments.flatMap((segment) =>
    startsOf(category, segment).map((_, i) => offsetOf(category, segment) + i + 1),
  );
}

/** The previous or next group of the same segment; null if there is none. */
export function neighbor(category: Category, group: number, step: -1 | 1): number | null {
  return peerGroups(category).includes(group + step) ? group + step : null;
}

/** `combination, 9 to 21 inspections with violation`. */
export function peerGroupLabel(category: Category, group: number): string {
  const segment: Segment = group > COMBINATION ? 'combination' : 'straight';
  const starts = startsOf(category, segment);
  const index = group - offsetOf(category, segment) - 1;
  const from = starts[index] ?? 0;
  const next = starts[index + 1];
  const range =
    next === undefined ? `${from} or more` : next === from + 1 ? `${from}` : `${from} to ${next - 1}`;
  const words = `${range} ${category.counts}`;
  return 'straight' in category.groups ? `${segment}, ${words}` : words;
}

/** The lowest count with a percentile. */
export function minimumOf(category: Category): number {
  return startsOf(category, 'straight')[0] ?? 0;
}
