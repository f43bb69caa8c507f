import { daysBetween } from '../../carriers/signals/signal.ts';
import type { AuthorityInput } from '../inputs/inputs.ts';
import type { Decision } from './decision.ts';
import { type Finding, found, incomplete, matrix, number, pass, type Rule, rule } from './rule.ts';
import type { Subject } from './subject.ts';

const carries = (what: string) => (row: AuthorityInput) =>
  (row.authority === 'common' || row.authority === 'contract') && row.carries === what;
const is = (kind: string) => (row: AuthorityInput) => row.authority === kind;

/** What an active authority of each kind is for. */
const KINDS = {
  property: { words: 'to carry property', isOfKind: carries('property') },
  passenger: { words: 'to carry passengers', isOfKind: carries('passenger') },
  household_goods: { words: 'to carry household goods', isOfKind: carries('household goods') },
  broker: { words: 'to broker', isOfKind: is('broker') },
  forwarder: { words: 'to forward freight', isOfKind: is('forwarder') },
};

const WORDS = { A: 'active', I: 'inactive', N: 'not on file', U: 'unknown' };
const RANK: Record<Decision, number> = { pass: 0, review: 1, fail: 2 };

function judgeKinds(subject: Subject, without: Record<keyof typeof KINDS, Decision>): Finding {
  const missing = subject.missing('authority');
  const asked = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((kind) => without[kind] !== 'pass');
  let worst: Decision = 'pass';
  const reasons: string[] = [];
  for (const kind of asked) {
    const { words, isOfKind } = KINDS[kind];
    const status = subject.authority(isOfKind);
    // An active authority is a fact whatever other file is missing; its absence is not.
    if (status === 'U')
      return incomplete(`Whether the authority ${words} was active on ${subject.day} is not known.`);
    if (missing !== null) return incomplete(missing);
    if (status !== 'A' && RANK[without[kind]] > RANK[worst]) worst = without[kind];
    reasons.push(`The authority ${words} is ${WORDS[status]}.`);
  }
  return found(worst, reasons.length > 0 ? reasons.join(' ') : 'No authority is asked for.');
}

export const authorityRules: Rule[] = [
  rule({
    key: 'authority_active',
    clears:
      'Have the operating authority granted or reinstated by FMCSA. The next register of authorities then has it.',
    name: 'Active authority',
    category: 'Authority',
    isEnabled: true,
    params: {
      /** What it means that the carrier has no active authority of a kind. `pass`: the kind is not looked at. */
      without: matrix({
        ...{ property: 'fail', passenger: 'pass', household_goods: 'pass' },
        ...{ broker: 'pass', forwarder: 'pass' },
      }),
    },
    judge: (subject, { without }) => judgeKinds(subject, without),
  }),
  rule({
    key: 'authority_age',
    clears:
      'Time: the authority has to be active for the number of days that the rule names. An active authority keeps its age.',
    name: 'Authority age',
    category: 'Authority',
    isEnabled: true,
    params: { review_below_days: number(180, 0, 10_000), fail_below_days: number(30, 0, 10_000) },
    judge(subject, { review_below_days: review, fail_below_days: fail }) {
      const missing = subject.missing('authority', 'authority_history');
      if (missing !== null) return incomplete(missing);
      if (subject.authority(({ authority }) => authority === 'common' || authority === 'contract') === 'U')
        return incomplete(`The authorities on ${subject.day} are not known.`);
      const active = subject.activeSince();
      if (active === null) return found(fail > 0 ? 'fail' : 'review', 'No authority to carry is active.');
      if (active.day === null)
        return found('review', 'An authority to carry is active; the files do not say since when.');
      const days = daysBetween(active.day, subject.day);
      const reason = `An authority to carry has been active since ${active.day}, for ${days} days`;
      if (days < fail) return found('fail', `${reason}; at least ${fail} are required.`);
      return days < review ? found('review', `${reason}; ${review} are expected.`) : pass(`${reason}.`);
    },
  }),
];
