import { segmentAt } from '../sms/carrier-facts.ts';
import { categoryIndex } from '../sms/categories.ts';
import { cutsAfterChange } from '../sms/cut-neighbors.ts';
import type { BasicFigures } from '../sms/describe-basic.ts';
import { eventCount, measureOf } from '../sms/measures.ts';
import type { Category, Method } from '../sms/method.ts';
import { peerGroup } from '../sms/peer-groups.ts';
import { percentileIn, type RankedGroup } from '../sms/percentiles.ts';
import { isRankable } from '../sms/score.ts';
import type { PeerCuts } from './peer-cuts.ts';
import type { OneCarrier } from './score-carrier.ts';

/** A carrier's figures in one category, without its rank among peers. */
export type OwnFigures = Omit<BasicFigures, 'percentile' | 'measure' | 'group'> & {
  measure: number;
  group: number;
  events: number;
  points: number;
  weights: number;
  isPeer: boolean;
  /** Whether the percentile may be shown. */
  isShown: boolean;
};

export function ownFigures(method: Method, category: Category, { tally, facts }: OneCarrier): OwnFigures {
  const c = categoryIndex(category.id);
  const withViolation = tally.withViolation[c] as number;
  const events = eventCount(category, tally, 0);
  const measure = measureOf(method, category, tally, facts, 0);
  const group = peerGroup(category, segmentAt(facts, 0), events);
  const isRanked = isRankable(group, withViolation, measure);
  return {
    measure,
    group,
    events,
    points: tally.points[c] as number,
    weights: tally.weights[c] as number,
    relevant: tally.relevant[c] as number,
    withViolation,
    violations: tally.violations[c] as number,
    inspections: tally.inspections[0] as number,
    isPeer: isRanked && facts.isPeer[0] === 1,
    isShown: isRanked && tally.isRecent[c] === 1 && withViolation >= category.shownFrom,
  };
}

/**
 * Ranks `figures` among the peers of the run as the next run would: the carrier's measure in the run (`ranked`, null if
 * it has none) is replaced with the new one.
 */
export function rankFigures(
  method: Method,
  category: Category,
  figures: OwnFigures,
  ranked: OwnFigures | null,
  peers: ReadonlyMap<number, PeerCuts>,
): BasicFigures {
  const measureIn = (group: number, own: OwnFigures | null) =>
    own?.isPeer && own.group === group ? own.measure : null;
  const groups = new Map<number, RankedGroup>();
  for (const [group, { neighbors, carriers, medianEvents }] of peers) {
    const cuts = cutsAfterChange(neighbors, carriers, measureIn(group, ranked), measureIn(group, figures));
    groups.set(group, { cuts, medianEvents });
  }
  const percentile = figures.isShown ? percentileIn(method, category, groups, figures) : -1;
  return {
    measure: Number.isNaN(figures.measure) ? null : figures.measure,
    percentile: percentile < 0 ? null : percentile,
    group: figures.group === 0 ? null : figures.group,
    relevant: figures.relevant,
    withViolation: figures.withViolation,
    violations: figures.violations,
    inspections: figures.inspections,
  };
}
