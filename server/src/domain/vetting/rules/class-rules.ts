import { daysBetween } from '../../carriers/signals/signal.ts';
import { cargo, judgeAmount, liability } from './insurance-rules.ts';
import { decision, type Finding, flag, found, incomplete, number, pass, type Rule, rule } from './rule.ts';
import type { Subject } from './subject.ts';

const always = flag(false);
const MOST_DOLLARS = 1_000_000_000;

function registeredForHazmat(subject: Subject, otherwise: Finding['outcome']): Finding {
  const missing = subject.missing('census');
  if (missing !== null) return incomplete(missing);
  const { value, unknown } = subject.census('hazmat');
  if (unknown !== null) return incomplete(unknown);
  return value === 'Y'
    ? pass('The carrier is registered for hazardous materials.')
    : found(otherwise, 'The carrier is not registered for hazardous materials.');
}

/** Rules of loads of a class. They apply if the check names the class, or always. */
export const classRules: Rule[] = [
  rule({
    key: 'hazmat_registration',
    clears: 'Register for hazardous materials in an updated MCS-150.',
    name: 'Hazmat: registration',
    category: 'Classes',
    isEnabled: true,
    loadClass: 'hazmat',
    params: { always, not_registered: decision('fail') },
    judge: (subject, { not_registered }) => registeredForHazmat(subject, not_registered),
  }),
  rule({
    key: 'hazmat_liability',
    clears:
      'Have the insurer file the amount for hazardous materials with FMCSA, or send a certificate of insurance with an objection.',
    name: 'Hazmat: liability insurance',
    category: 'Classes',
    isEnabled: true,
    loadClass: 'hazmat',
    params: { always, min_dollars: number(5_000_000, 0, MOST_DOLLARS), below: decision('review') },
    judge: (subject, { min_dollars, below }) => judgeAmount(subject, liability(subject), min_dollars, below),
  }),
  rule({
    key: 'high_value_authority_age',
    clears: 'Time: the authority has to be active for the number of days that the rule names.',
    name: 'High value: authority age',
    category: 'Classes',
    isEnabled: true,
    loadClass: 'high_value',
    params: { always, min_days: number(730, 0, 10_000), below: decision('review') },
    judge(subject, { min_days, below }) {
      const missing = subject.missing('authority', 'authority_history');
      if (missing !== null) return incomplete(missing);
      const since = subject.activeSince()?.day ?? null;
      if (since === null)
        return found(below, 'No authority to carry is known to be active, or not since when.');
      const days = daysBetween(since, subject.day);
      return found(
        days < min_days ? below : 'pass',
        `An authority to carry is ${days} days old; ${min_days} are expected.`,
      );
    },
  }),
  rule({
    key: 'high_value_cargo',
    clears: 'Send a certificate of insurance with an objection.',
    name: 'High value: cargo insurance',
    category: 'Classes',
    isEnabled: false,
    loadClass: 'high_value',
    params: { always, min_dollars: number(250_000, 0, MOST_DOLLARS), below: decision('review') },
    judge: (subject, { min_dollars, below }) => judgeAmount(subject, cargo(subject), min_dollars, below),
  }),
];
