import type { Conditions } from './conditions.ts';
import type { NearCarriers } from './near-carriers.ts';
import { highestRank, MOST_HALF_DAYS, rankOf, type Scored } from './score-carriers.ts';
import { scoreOf } from './score-parts.ts';

export const MAX_RECOMMENDATIONS = 100;
/** How many carriers are read in the first round, and the factor by which each later round is larger. */
const FIRST = 500;
const GROWTH = 8;

const rank = (one: Scored) => rankOf(scoreOf(one), one.half_days, one.usdot_number);

/**
 * The best that meet the conditions. Those with the most days come first; the days of some rule out most others, whatever
 * their records.
 */
export function findBest(near: NearCarriers, conditions: Conditions): Scored[] {
  let best: Scored[] = [];
  let least = 0;
  const sort = () => {
    best = best.sort((a, b) => rank(b) - rank(a)).slice(0, MAX_RECOMMENDATIONS);
    const last = best[MAX_RECOMMENDATIONS - 1];
    if (last) least = rank(last);
  };
  const record = near.record();
  const isPossible = (place: number) => {
    record.place = place;
    return record.mayRankAbove(least, near.most(place)) && conditions.holdForRecord(record);
  };
  let round: number[] = [];
  let above = MOST_HALF_DAYS + 1;
  const mayFollow = () => above > 1 && highestRank(above - 1) > least;
  for (let size = FIRST; mayFollow(); size *= GROWTH) {
    const end = above;
    for (let count = 0; count < size && mayFollow(); ) count += near.counts[--above] as number;
    round = [...round, ...near.places(above, end).filter(isPossible)];
    // A first carrier's days take long to find, those of a further one do not.
    if (round.length < MAX_RECOMMENDATIONS && mayFollow()) continue;
    for (const one of near.scored(round)) {
      if (!one.mayRankAbove(least, one.half_days) || !conditions.holdForDays(one)) continue;
      best.push(one.scored);
      if (best.length === 2 * MAX_RECOMMENDATIONS) sort();
    }
    sort();
    round = [];
  }
  return best;
}
