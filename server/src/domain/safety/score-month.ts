import { type IssScores, scoreIss } from './iss/score-iss.ts';
import type { CarrierFacts } from './sms/carrier-facts.ts';
import type { CarrierIndex } from './sms/carrier-index.ts';
import type { Events } from './sms/events.ts';
import type { Method } from './sms/method.ts';
import { type Scores, scoreAll } from './sms/score.ts';
import { type Tally, tallyOf } from './sms/tally.ts';

export type MonthScores = {
  carriers: CarrierIndex;
  facts: CarrierFacts;
  tally: Tally;
  scores: Scores;
  iss: IssScores;
};

/** All scores of a month. A pure function; the order of rows does not matter. */
export function scoreMonth(method: Method, events: Events, facts: CarrierFacts): MonthScores {
  const { carriers } = events;
  const tally = tallyOf(method, events);
  const scores = scoreAll(method, tally, facts);
  const iss = scoreIss({ method, tally, facts, scores });
  return { carriers, facts, tally, scores, iss };
}
