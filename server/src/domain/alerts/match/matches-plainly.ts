import { type Condition, holds } from './conditions.ts';
import type { SightingView } from './sighting-view.ts';

/** An alert as the matcher knows it: only active ones, their days as moments in ms. */
export type ActiveAlert = {
  id: number;
  conditions: Condition[];
  /** The first moment, and the first moment after; null without a bound. */
  from: number | null;
  to: number | null;
};

/** The reference: whether an alert matches a sighting. */
export function matchesPlainly({ conditions, from, to }: ActiveAlert, view: SightingView): boolean {
  if (conditions.length === 0) return false;
  if ((from !== null && view.time < from) || (to !== null && view.time >= to)) return false;
  return conditions.every((condition) => holds(condition, view));
}
