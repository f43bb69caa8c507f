import { placeOf } from '../sms/categories.ts';
import { cutsAfter } from '../sms/cut-neighbors.ts';
import type { BasicFigures } from '../sms/describe-basic.ts';
import { eventCount, measureOf } from '../sms/measures.ts';
import { type Category, type Method, SEGMENTS } from '../sms/method.ts';
import { peerGroup } from '../sms/peer-groups.ts';
import { PeerRanks, type Ranked } from '../sms/rank-peers.ts';
import { isPeer } from '../sms/score.ts';
import type { PeerCuts } from './peer-cuts.ts';
import type { OneCarrier } from './score-carrier.ts';

/** Of one category, without its place among peers. */
export type OwnFigures = {
  measure: number;
  group: number;
  events: number;
  points: number;
  weights: number;
  relevant: number;
  withViolation: number;
  violations: number;
  inspections: number;
  isPeer: boolean;
  /** Whether a percentile may be shown. */
  isShown: boolean;
};

export function ownFigures(method: Method, category: Category, { tally, facts }: OneCarrier): OwnFigures {
  const c = placeOf(category.id);
  const withViolation = tally.withViolation[c] as number;
  const events = eventCount(category, tally, 0);
  const measure = measureOf(method, category, tally, facts, 0);
  const group = peerGroup(category, SEGMENTS[facts.segments[0] as number] ?? 'straight', events);
  const ranked = isPeer(group, withViolation, measure);
  return {
    ...{ measure, group, events, withViolation, isPeer: ranked },
    points: tally.points[c] as number,
    weights: tally.weights[c] as number,
    relevant: tally.relevant[c] as number,
    violations: tally.violations[c] as number,
    inspections: tally.inspections[0] as number,
    isShown: ranked && tally.isRecent[c] === 1 && withViolation >= category.shownFrom,
  };
}

/**
 * The place of `now` among the peers of the run, in which the carrier stands as `then` (null: not at all): its own
 * measure is taken out and the new one put in, as the next run would do.
 */
export function figuresAmong(
  method: Method,
  category: Category,
  now: OwnFigures,
  then: OwnFigures | null,
  peers: ReadonlyMap<number, PeerCuts>,
): BasicFigures {
  const measureIn = (group: number, figures: OwnFigures | null) =>
    figures?.isPeer && figures.group === group ? figures.measure : null;
  const moved = new Map<number, Ranked>();
  for (const [group, { windows, carriers, medianEvents }] of peers) {
    const cuts = cutsAfter(windows, carriers, measureIn(group, then), measureIn(group, now));
    moved.set(group, { cuts, medianEvents });
  }
  const ranks = new PeerRanks(method, category, moved);
  const percentile = now.isShown ? ranks.percentile(now.group, now.measure, now.events) : -1;
  return {
    measure: Number.isNaN(now.measure) ? null : now.measure,
    percentile: percentile < 0 ? null : percentile,
    group: now.group === 0 ? null : now.group,
    relevant: now.relevant,
    withViolation: now.withViolation,
    violations: now.violations,
    inspections: now.inspections,
  };
}
