import { CATEGORIES, CATEGORY_COUNT, type CategoryId, placeOf } from './categories.ts';
import type { Events } from './events.ts';
import type { Method } from './method.ts';

/** Sums for each carrier; those of a category stand at carrier × CATEGORY_COUNT + its place. */
export type Tally = {
  carriers: number;
  /** Of any kind, in the window. */
  inspections: Int32Array;
  /** Severity × time. */
  points: Int32Array;
  /** Time weights of the relevant inspections. */
  weights: Int32Array;
  relevant: Int32Array;
  /** Inspections with a violation; crashes. */
  withViolation: Int32Array;
  violations: Int32Array;
  /** Whether there was a violation (a crash) in the last 12 months, or in the latest relevant inspection. */
  isRecent: Uint8Array;
};

const RECENT_MONTHS = 12;

export function tallyOf(method: Method, events: Events): Tally {
  const carriers = events.carriers.size;
  const sums = () => new Int32Array(carriers * CATEGORY_COUNT);
  const tally: Tally = {
    ...{ carriers, inspections: new Int32Array(carriers), points: sums(), weights: sums() },
    ...{ relevant: sums(), withViolation: sums(), violations: sums() },
    isRecent: new Uint8Array(carriers * CATEGORY_COUNT),
  };
  const recentFrom = method.timeWeights.findLast(({ months }) => months <= RECENT_MONTHS)?.weight ?? 0;
  countInspections(events, tally);
  for (const { id } of method.categories)
    if (id !== 'crash_indicator') tallyCategory(method, events, tally, id, recentFrom);
  tallyCrashes(events, tally, recentFrom);
  return tally;
}

function countInspections({ inspections, weights }: Events, tally: Tally): void {
  for (let i = 0; i < inspections.size; i++) {
    const carrier = inspections.carriers[i] as number;
    if (weights[i] !== 0) tally.inspections[carrier] = (tally.inspections[carrier] as number) + 1;
  }
}

/** Which flag of the inspection file makes an inspection relevant: the new category shares that of its parent. */
export function relevanceBit(id: CategoryId): number {
  return 1 << placeOf(id === 'vehicle_maintenance_driver_observed' ? 'vehicle_maintenance' : id);
}

function tallyCategory(
  method: Method,
  events: Events,
  tally: Tally,
  id: CategoryId,
  recentFrom: number,
): void {
  const c = placeOf(id);
  const bit = relevanceBit(id);
  const severities = events.severities[c] as Uint8Array;
  const violations = events.violations[c] as Uint8Array;
  const { carriers } = events.inspections;
  const latestDays = new Int32Array(tally.carriers).fill(-2_147_483_648);
  const isFoundLatest = new Uint8Array(tally.carriers);
  for (let i = 0; i < events.inspections.size; i++) {
    const found = violations[i] as number;
    const weight = events.weights[i] as number;
    if (weight === 0 || (found === 0 && ((events.relevant[i] as number) & bit) === 0)) continue;
    const carrier = carriers[i] as number;
    const k = carrier * CATEGORY_COUNT + c;
    tally.relevant[k] = (tally.relevant[k] as number) + 1;
    tally.weights[k] = (tally.weights[k] as number) + weight;
    const day = events.days[i] as number;
    if (day > (latestDays[carrier] as number)) {
      latestDays[carrier] = day;
      isFoundLatest[carrier] = 0;
    }
    if (found === 0) continue;
    tally.points[k] = (tally.points[k] as number) + (severities[i] as number) * weight;
    tally.withViolation[k] = (tally.withViolation[k] as number) + 1;
    tally.violations[k] = (tally.violations[k] as number) + found;
    if (weight >= recentFrom) tally.isRecent[k] = 1;
    // Of several inspections on the latest day each counts as the latest.
    if (day === latestDays[carrier]) isFoundLatest[carrier] = 1;
  }
  if (!method.latestInspectionCounts) return;
  for (let carrier = 0; carrier < tally.carriers; carrier++)
    if (isFoundLatest[carrier] === 1) tally.isRecent[carrier * CATEGORY_COUNT + c] = 1;
}

function tallyCrashes(events: Events, tally: Tally, recentFrom: number): void {
  const c = CATEGORIES.indexOf('crash_indicator');
  for (let i = 0; i < events.crashes; i++) {
    if (events.crashWeights[i] === 0) continue;
    const k = (events.crashCarriers[i] as number) * CATEGORY_COUNT + c;
    tally.points[k] = (tally.points[k] as number) + (events.crashPoints[i] as number);
    tally.withViolation[k] = (tally.withViolation[k] as number) + 1;
    if ((events.crashWeights[i] as number) >= recentFrom) tally.isRecent[k] = 1;
  }
}
