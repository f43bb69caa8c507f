import { CATEGORY_COUNT, type CategoryId, placeOf } from './categories.ts';
import type { Facts } from './facts.ts';
import { eventCount, measureOf } from './measures.ts';
import { CARRIER_TYPES, type Category, type Method, SEGMENTS } from './method.ts';
import { peerGroup } from './peer-groups.ts';
import type { Distribution } from './percentiles.ts';
import { medianOf } from './percentiles.ts';
import { PeerRanks } from './rank-peers.ts';
import type { Tally } from './tally.ts';

/** Above every group number. */
const GROUP_NUMBERS = 32;

/** Figures of a category stand at carrier × CATEGORY_COUNT + its place. */
export type Scores = {
  /** NaN when there is none. */
  measures: Float64Array;
  /** -1 when there is none. */
  percentiles: Int16Array;
  /** 0 below the minimum. */
  groups: Uint8Array;
  /** Categories in alert, as bits. */
  alerts: Uint8Array;
  /** The peer groups that anybody is in. */
  peers: Map<CategoryId, Map<number, Distribution>>;
};

/** Measures, percentiles and alerts of everybody: a percentile is a place among all carriers of the month. */
export function scoreAll(method: Method, tally: Tally, facts: Facts): Scores {
  const places = tally.carriers * CATEGORY_COUNT;
  const scores: Scores = {
    measures: new Float64Array(places).fill(Number.NaN),
    percentiles: new Int16Array(places).fill(-1),
    groups: new Uint8Array(places),
    alerts: Uint8Array.from(facts.acute),
    peers: new Map(),
  };
  for (const category of method.categories) {
    placeInGroups(method, category, tally, facts, scores);
    const peers = peersOf(category, tally, scores);
    scores.peers.set(category.id, peers);
    rank(category, tally, facts, scores, new PeerRanks(method, category, peers));
  }
  return scores;
}

function placeInGroups(method: Method, category: Category, tally: Tally, facts: Facts, scores: Scores): void {
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const k = carrier * CATEGORY_COUNT + placeOf(category.id);
    scores.measures[k] = measureOf(method, category, tally, facts, carrier);
    const segment = SEGMENTS[facts.segments[carrier] as number] ?? 'straight';
    scores.groups[k] = peerGroup(category, segment, eventCount(category, tally, carrier));
  }
}

/** Whether a carrier is one of those among whom its group is ranked: enough events, at least one violation. */
export function isPeer(group: number, withViolation: number, measure: number): boolean {
  return group > 0 && withViolation > 0 && !Number.isNaN(measure);
}

/** Counted first, then filled: a country's groups have a hundred thousand members. */
function peersOf(category: Category, tally: Tally, scores: Scores): Map<number, Distribution> {
  const c = placeOf(category.id);
  const counts = new Int32Array(GROUP_NUMBERS);
  const isMember = new Uint8Array(tally.carriers);
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const k = carrier * CATEGORY_COUNT + c;
    const group = scores.groups[k] as number;
    if (!isPeer(group, tally.withViolation[k] as number, scores.measures[k] as number)) continue;
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

function rank(category: Category, tally: Tally, facts: Facts, scores: Scores, ranks: PeerRanks): void {
  const c = placeOf(category.id);
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const k = carrier * CATEGORY_COUNT + c;
    const group = scores.groups[k] as number;
    const withViolation = tally.withViolation[k] as number;
    const measure = scores.measures[k] as number;
    const isShown =
      tally.isRecent[k] === 1 && withViolation >= category.shownFrom && isPeer(group, withViolation, measure);
    if (!isShown) continue;
    const percentile = ranks.percentile(group, measure, eventCount(category, tally, carrier));
    scores.percentiles[k] = percentile;
    const type = CARRIER_TYPES[facts.carrierTypes[carrier] as number] ?? 'general';
    if (percentile >= category.thresholds[type])
      scores.alerts[carrier] = (scores.alerts[carrier] as number) | (1 << c);
  }
}
