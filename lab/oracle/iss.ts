import type { Facts, Scored } from './sms-scores.ts';
import { MINIMUM } from './sms-scores.ts';
import { BASICS, type Basic } from './sms-sums.ts';

export type Iss = { score: number; status: 'Safety' | 'Insufficient Data'; recommendation: string };

const ROADSIDE: Basic[] = ['HOS', 'DF', 'CS', 'VM', 'HM'];
const SINGLE: Partial<Record<Basic, number>> = { HOS: 5, VM: 7, HM: 8, DF: 9, CS: 10, UD: 12, CI: 12 };

/** Percentiles as ISS reads them: 100 with an acute violation, 0 for enough inspections without a violation. */
function issPercentile({ facts, percentiles, sums }: Scored, basic: Basic): number | null {
  if (facts.acute.has(basic)) return 100;
  const { relevant, events } = sums.basics[basic];
  const minimum = MINIMUM[basic];
  const isClean = minimum !== undefined && relevant >= minimum && events === 0;
  return percentiles[basic] ?? (isClean ? 0 : null);
}

function alertGroup(scored: Scored): number {
  const over = [...scored.alerts];
  const roadside = over.filter((basic) => ROADSIDE.includes(basic)).length;
  const isSevere = (['UD', 'HOS', 'CI'] as const).some(
    (basic) => scored.alerts.has(basic) && (issPercentile(scored, basic) ?? 0) >= 85,
  );
  if (over.length >= 4 || (over.length >= 2 && isSevere)) return 1;
  if (roadside >= 3) return 2;
  if (roadside === 2) return 3;
  if (roadside === 1 && over.length >= 2) return 4;
  return over.length === 2 ? 11 : (SINGLE[over[0] as Basic] as number);
}

type Group = { group: number | 'one short' | 'none' | 'some'; key: number };

/** The group of a carrier, and what it is sorted by within its band: the highest first. */
function groupOf(scored: Scored): Group {
  const { alerts, sums, facts } = scored;
  const sum = (basics: readonly Basic[]) =>
    basics.reduce((total, basic) => total + (issPercentile(scored, basic) ?? 0), 0);
  if (alerts.size > 0) {
    const group = alertGroup(scored);
    return { group, key: (20 - group) * 1_000 + sum(BASICS) };
  }
  const { HOS, DF, VM } = sums.basics;
  const missing = Math.max(3 - HOS.relevant, 5 - DF.relevant, 5 - VM.relevant);
  if (missing <= 0 && BASICS.some((basic) => issPercentile(scored, basic) !== null))
    return { group: 13, key: sum(ROADSIDE) };
  if (sums.inspections === 0) return { group: 'none', key: 0 };
  if (missing === 1) {
    const found = BASICS.reduce((total, basic) => total + sums.basics[basic].violations, 0);
    return { group: 'one short', key: found / sums.inspections };
  }
  const perUnit = sums.inspections / Math.max(1, facts.powerUnits);
  const perDriver = sums.inspections / Math.max(1, facts.drivers);
  return { group: 'some', key: (perUnit + perDriver) / 2 };
}

export function issBySize({ powerUnits, drivers }: Pick<Facts, 'powerUnits' | 'drivers'>): number {
  const size = Math.max(powerUnits, drivers);
  return 63 + [2, 7, 16, 64, 201, 1_001].filter((from) => size >= from).length;
}

/** First score and number of scores of a band, and the direction from the highest key on. */
const BANDS = {
  inspect: { from: 99, values: 25, step: -1 },
  optional: { from: 74, values: 25, step: -1 },
  pass: { from: 49, values: 49, step: -1 },
  'one short': { from: 74, values: 5, step: -1 },
  some: { from: 50, values: 20, step: 1 },
} as const;
type BandName = keyof typeof BANDS;

function bandOf(group: Group['group']): BandName | null {
  if (group === 'none') return null;
  if (typeof group === 'string') return group;
  return group <= 5 ? 'inspect' : group <= 12 ? 'optional' : 'pass';
}

/** The ISS score of every carrier with events, without regard to orders of the day that is asked for. */
export function scoreIss(month: Map<number, Scored>): Map<number, Iss> {
  const grouped = [...month].map(([usdot, scored]) => ({ usdot, scored, ...groupOf(scored) }));
  const found = new Map<number, Iss>();
  for (const { usdot, scored, group, key } of grouped) {
    const name = bandOf(group);
    if (name === null) {
      found.set(usdot, issOf(issBySize(scored.facts), 'Insufficient Data'));
      continue;
    }
    // Carriers under an order on the day of the run are not among those that are ranked.
    const ranked = grouped.filter(
      (other) => bandOf(other.group) === name && !other.scored.facts.isUnderOrder,
    );
    const before = ranked.filter((other) => other.key > key).length;
    const place = Math.min(before, Math.max(0, ranked.length - 1));
    const { from, values, step } = BANDS[name];
    const score = ranked.length === 0 ? from : from + step * Math.floor((place * values) / ranked.length);
    found.set(usdot, issOf(score, typeof group === 'number' ? 'Safety' : 'Insufficient Data'));
  }
  return found;
}

export function issOf(score: number, status: Iss['status']): Iss {
  return { score, status, recommendation: score >= 75 ? 'Inspect' : score >= 50 ? 'Optional' : 'Pass' };
}
