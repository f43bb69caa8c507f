import { placeOf } from '../sms/categories.ts';
import type { BasicFigures } from '../sms/describe-basic.ts';
import { eventCount, measureOf } from '../sms/measures.ts';
import { type Category, type Method, SEGMENTS } from '../sms/method.ts';
import { peerGroup } from '../sms/peer-groups.ts';
import type { Distribution } from '../sms/percentiles.ts';
import { PeerRanks } from '../sms/rank-peers.ts';
import { isPeer } from '../sms/score.ts';
import { withMeasure } from './peer-measures.ts';
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
 * The place of `now` among the peers of the run, in which the carrier stands as `then`: its own measure is taken out
 * and the new one put in, as the next run would do.
 */
export function figuresAmong(
  method: Method,
  category: Category,
  now: OwnFigures,
  then: OwnFigures,
  peers: ReadonlyMap<number, Distribution>,
): BasicFigures {
  const moved = new Map(peers);
  for (const [group, { measures, medianEvents }] of peers) {
    const gone = then.isPeer && then.group === group ? then.measure : null;
    const come = now.isPeer && now.group === group ? now.measure : null;
    if (gone !== come) moved.set(group, { measures: withMeasure(measures, gone, come), medianEvents });
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
