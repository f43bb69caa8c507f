import type { CategoryId } from '../../../contract/scores.ts';
import { type CarrierFacts, carrierTypeAt, segmentAt } from './carrier-facts.ts';
import { CATEGORY_COUNT, categoryIndex } from './categories.ts';
import { eventCount, measureOf } from './measures.ts';
import type { Category, Method } from './method.ts';
import { peerGroup } from './peer-groups.ts';
import { cutsOf, type Distribution, medianOf, percentileIn, type RankedGroup } from './percentiles.ts';
import type { Tally } from './tally.ts';

/** Greater than every group number. */
const GROUP_NUMBERS = 32;

/** Figures of a category are at carrier × CATEGORY_COUNT + category index. */
export type Scores = {
  /** NaN if there is none. */
  measures: Float64Array;
  /** -1 if there is none. */
  percentiles: Int16Array;
  /** 0 below the minimum. */
  groups: Uint8Array;
  /** Bits of the categories in alert. */
  alerts: Uint8Array;
  /** The non-empty peer groups. */
  peers: Map<CategoryId, Map<number, Distribution>>;
};

type Run = { method: Method; tally: Tally; facts: CarrierFacts; scores: Scores };

/** Measures, percentiles and alerts of all carriers. */
export function scoreAll(method: Method, tally: Tally, facts: CarrierFacts): Scores {
  const length = tally.carriers * CATEGORY_COUNT;
  const scores: Scores = {
    measures: new Float64Array(length).fill(Number.NaN),
    percentiles: new Int16Array(length).fill(-1),
    groups: new Uint8Array(length),
    alerts: Uint8Array.from(facts.acute),
    peers: new Map(),
  };
  const run: Run = { method, tally, facts, scores };
  for (const category of method.categories) {
    assignGroups(run, category);
    const peers = peersOf(run, category);
    scores.peers.set(category.id, peers);
    const groups = new Map<number, RankedGroup>();
    for (const [group, { measures, medianEvents }] of peers)
      groups.set(group, { cuts: cutsOf(measures), medianEvents });
    rank(run, category, groups);
  }
  return scores;
}

function assignGroups({ method, tally, facts, scores }: Run, category: Category): void {
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const k = carrier * CATEGORY_COUNT + categoryIndex(category.id);
    scores.measures[k] = measureOf(method, category, tally, facts, carrier);
    const events = eventCount(category, tally, carrier);
    scores.groups[k] = peerGroup(category, segmentAt(facts, carrier), events);
  }
}

/** Whether a carrier has a place in its group: enough events and at least one violation. */
export function isRankable(group: number, withViolation: number, measure: number): boolean {
  return group > 0 && withViolation > 0 && !Number.isNaN(measure);
}

/** Counts first and then fills arrays of the right size: national groups have a hundred thousand members. */
function peersOf({ tally, facts, scores }: Run, category: Category): Map<number, Distribution> {
  const c = categoryIndex(category.id);
  const counts = new Int32Array(GROUP_NUMBERS);
  const isMember = new Uint8Array(tally.carriers);
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const k = carrier * CATEGORY_COUNT + c;
    const group = scores.groups[k] as number;
    if (facts.isPeer[carrier] === 0) continue;
    if (!isRankable(group, tally.withViolation[k] as number, scores.measures[k] as number)) continue;
    isMember[carrier] = 1;
    counts[group] = (counts[group] as number) + 1;
  }
  const measures = Array.from(counts, (count) => new Float64Array(count));
  const events = Array.from(counts, (count) => new Int32Array(count));
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    if (isMember[carrier] === 0) continue;
    const k = carrier * CATEGORY_COUNT + c;
    const group = scores.groups[k] as number;
    const last = (counts[group] as number) - 1;
    counts[group] = last;
    (measures[group] as Float64Array)[last] = scores.measures[k] as number;
    (events[group] as Int32Array)[last] = eventCount(category, tally, carrier);
  }
  const peers = new Map<number, Distribution>();
  for (const [group, members] of measures.entries())
    if (members.length > 0)
      peers.set(group, {
        measures: members.sort(),
        medianEvents: medianOf((events[group] as Int32Array).sort()),
      });
  return peers;
}

/** Carriers that are no peers get the percentile that their measure has among the peers. */
function rank(
  { method, tally, facts, scores }: Run,
  category: Category,
  groups: ReadonlyMap<number, RankedGroup>,
): void {
  const c = categoryIndex(category.id);
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const k = carrier * CATEGORY_COUNT + c;
    const group = scores.groups[k] as number;
    const withViolation = tally.withViolation[k] as number;
    const measure = scores.measures[k] as number;
    const isShown =
      tally.isRecent[k] === 1 &&
      withViolation >= category.shownFrom &&
      isRankable(group, withViolation, measure);
    if (!isShown) continue;
    const events = eventCount(category, tally, carrier);
    const percentile = percentileIn(method, category, groups, { group, measure, events });
    scores.percentiles[k] = percentile;
    if (percentile >= category.thresholds[carrierTypeAt(facts, carrier)])
      scores.alerts[carrier] = (scores.alerts[carrier] as number) | (1 << c);
  }
}
