import { monthNumber } from './iss/iss-draw.ts';
import { type IssScores, scoreIss } from './iss/score-iss.ts';
import type { Events } from './sms/events.ts';
import type { Facts } from './sms/facts.ts';
import type { Method } from './sms/method.ts';
import { type Scores, scoreAll } from './sms/score.ts';
import { type Tally, tallyOf } from './sms/tally.ts';

export type MonthScores = { tally: Tally; scores: Scores; iss: IssScores };

/** All numbers of a month, from its events and what is known of the carriers. Pure; the order of rows is no matter. */
export function scoreMonth(method: Method, events: Events, facts: Facts, asOf: string): MonthScores {
  const tally = tallyOf(method, events);
  const scores = scoreAll(method, tally, facts);
  const iss = scoreIss(method, events.carriers.usdotNumbers, { tally, facts, scores }, monthNumber(asOf));
  return { tally, scores, iss };
}
