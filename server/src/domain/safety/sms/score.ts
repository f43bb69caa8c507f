import { CATEGORY_COUNT, type CategoryId, placeOf } from './categories.ts';
import type { Facts } from './facts.ts';
import { eventCount, measureOf } from './measures.ts';
import { CARRIER_TYPES, type Category, type Method, SEGMENTS } from './method.ts';
import { peerGroup } from './peer-groups.ts';
import type { Distribution } from './percentiles.ts';
import { medianOf } from './percentiles.ts';
import { PeerRanks } from './rank-peers.ts';
import type { Tally } from './tally.ts';

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

function peersOf(category: Category, tally: Tally, scores: Scores): Map<number, Distribution> {
  const members = new Map<number, number[]>();
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const k = carrier * CATEGORY_COUNT + placeOf(category.id);
    const group = scores.groups[k] as number;
    if (!isPeer(group, tally.withViolation[k] as number, scores.measures[k] as number)) continue;
    const known = members.get(group);
    if (known) known.push(carrier);
    else members.set(group, [carrier]);
  }
  const peers = new Map<number, Distribution>();
  for (const [group, carriers] of [...members].sort(([a], [b]) => a - b)) {
    const place = placeOf(category.id);
    const measures = Float64Array.from(
      carriers,
      (carrier) => scores.measures[carrier * CATEGORY_COUNT + place] as number,
    );
    const events = Float64Array.from(carriers, (carrier) => eventCount(category, tally, carrier));
    peers.set(group, { measures: measures.sort(), medianEvents: medianOf(events.sort()) });
  }
  return peers;
}

function rank(category: Category, tally: Tally, facts: Facts, scores: Scores, ranks: PeerRanks): void {
  const bit = 1 << placeOf(category.id);
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const k = carrier * CATEGORY_COUNT + placeOf(category.id);
    const percentile = ranks.percentile(
      scores.groups[k] as number,
      scores.measures[k] as number,
      eventCount(category, tally, carrier),
    );
    const isShown =
      isPeer(scores.groups[k] as number, tally.withViolation[k] as number, scores.measures[k] as number) &&
      tally.isRecent[k] === 1 &&
      (tally.withViolation[k] as number) >= category.shownFrom;
    if (!isShown) continue;
    scores.percentiles[k] = percentile;
    const type = CARRIER_TYPES[facts.carrierTypes[carrier] as number] ?? 'general';
    if (percentile >= category.thresholds[type])
      scores.alerts[carrier] = (scores.alerts[carrier] as number) | bit;
  }
}
