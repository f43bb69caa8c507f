import { CATEGORY_COUNT, categoryIndex } from './categories.ts';
import type { Events } from './events.ts';
import type { Category, Method } from './method.ts';
import { NOTHING, relevanceBit, violationMarks } from './relevance.ts';

/** Sums per carrier. Those of a category are at carrier × CATEGORY_COUNT + category index. */
export type Tally = {
  carriers: number;
  /** All inspections with a time weight. */
  inspections: Int32Array;
  /** Severity × time weight. */
  points: Int32Array;
  /** Sum of the time weights of relevant inspections. */
  weights: Int32Array;
  relevant: Int32Array;
  /** Inspections with a violation, or crashes. */
  withViolation: Int32Array;
  violations: Int32Array;
  /** Inspections with a violation, or crashes, of the last 12 months. */
  recent: Int32Array;
  /** Whether there was a violation or crash in the last 12 months, or a violation in the latest relevant inspection. */
  isRecent: Uint8Array;
};

const RECENT_MONTHS = 12;

export function emptyTally(carriers: number): Tally {
  const sums = () => new Int32Array(carriers * CATEGORY_COUNT);
  return {
    carriers,
    inspections: new Int32Array(carriers),
    points: sums(),
    weights: sums(),
    relevant: sums(),
    withViolation: sums(),
    violations: sums(),
    recent: sums(),
    isRecent: new Uint8Array(carriers * CATEGORY_COUNT),
  };
}

export function tallyOf(method: Method, events: Events): Tally {
  const tally = emptyTally(events.carriers.size);
  const recentFrom = method.timeWeights.findLast(({ months }) => months <= RECENT_MONTHS)?.weight ?? 0;
  countInspections(events, tally);
  for (const category of method.categories)
    if (category.id !== 'crash_indicator') tallyCategory(events, tally, category, recentFrom);
  tallyCrashes(events, tally, recentFrom);
  return tally;
}

function countInspections({ inspections, weights, relevant }: Events, tally: Tally): void {
  for (let i = 0; i < inspections.size; i++) {
    const carrier = inspections.carriers[i] as number;
    if (weights[i] !== 0 && relevant[i] !== NOTHING)
      tally.inspections[carrier] = (tally.inspections[carrier] as number) + 1;
  }
}

function tallyCategory(
  events: Events,
  tally: Tally,
  { id, latestInspectionCounts }: Category,
  recentFrom: number,
): void {
  const c = categoryIndex(id);
  const bit = relevanceBit(id);
  const { flag, excluding } = violationMarks(id);
  const severities = events.severities[c] as Uint8Array;
  const violations = events.violations[c] as Uint8Array;
  const { carriers, size } = events.inspections;
  const { weights, relevant, days } = events;
  const latestDays = new Int32Array(tally.carriers).fill(-2_147_483_648);
  const latestHasViolation = new Uint8Array(tally.carriers);
  for (let i = 0; i < size; i++) {
    const weight = weights[i] as number;
    const marks = relevant[i] as number;
    const counts = (marks & flag) !== 0 || (marks & excluding) === 0;
    const violationCount = counts ? (violations[i] as number) : 0;
    if (weight === 0 || (violationCount === 0 && (marks & bit) === 0)) continue;
    const carrier = carriers[i] as number;
    const k = carrier * CATEGORY_COUNT + c;
    tally.relevant[k] = (tally.relevant[k] as number) + 1;
    tally.weights[k] = (tally.weights[k] as number) + weight;
    const day = days[i] as number;
    if (day > (latestDays[carrier] as number)) {
      latestDays[carrier] = day;
      latestHasViolation[carrier] = 0;
    }
    if (violationCount === 0) continue;
    tally.points[k] = (tally.points[k] as number) + (severities[i] as number) * weight;
    tally.withViolation[k] = (tally.withViolation[k] as number) + 1;
    tally.violations[k] = (tally.violations[k] as number) + violationCount;
    if (weight >= recentFrom) {
      tally.isRecent[k] = 1;
      tally.recent[k] = (tally.recent[k] as number) + 1;
    }
    // All inspections of the latest day count as the latest.
    if (day === latestDays[carrier]) latestHasViolation[carrier] = 1;
  }
  if (!latestInspectionCounts) return;
  for (let carrier = 0; carrier < tally.carriers; carrier++)
    if (latestHasViolation[carrier] === 1) tally.isRecent[carrier * CATEGORY_COUNT + c] = 1;
}

function tallyCrashes(events: Events, tally: Tally, recentFrom: number): void {
  const c = categoryIndex('crash_indicator');
  for (let i = 0; i < events.crashes; i++) {
    if (events.crashWeights[i] === 0) continue;
    const k = (events.crashCarriers[i] as number) * CATEGORY_COUNT + c;
    tally.points[k] = (tally.points[k] as number) + (events.crashPoints[i] as number);
    tally.withViolation[k] = (tally.withViolation[k] as number) + 1;
    if ((events.crashWeights[i] as number) >= recentFrom) {
      tally.isRecent[k] = 1;
      tally.recent[k] = (tally.recent[k] as number) + 1;
    }
  }
}
