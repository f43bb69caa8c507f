import { type SignalName, signalRules } from '../../carriers/signals/signal-rules.ts';
import { monthsBefore } from '../../safety/sms/time-weight.ts';
import type { Decision } from './decision.ts';
import { choice, decision, flag, found, incomplete, matrix, pass, type Rule, rule } from './rule.ts';
import { clearedBy } from './subject.ts';

const INTERVALS = {
  ...{ '1_month': 1, '3_months': 3, '6_months': 6 },
  ...{ '1_year': 12, '2_years': 24, '3_years': 36 },
} as const;
type Interval = keyof typeof INTERVALS;

/**
 * Signals that an organization can ask for. Those that the default decides on are facts of the registers that matter before a
 * load is booked; the others are not looked at.
 */
const DEFAULT_SIGNALS: Partial<Record<SignalName, Decision>> = {
  authority_revoked: 'fail',
  pending_suspension: 'review',
  shared_with_revoked_carrier: 'review',
  new_authority_after_order: 'review',
};
const everySignal = Object.fromEntries(
  Object.keys(signalRules).map((name) => [name, DEFAULT_SIGNALS[name as SignalName] ?? 'pass']),
) as Record<SignalName, Decision>;

/** The signals that these parameters look at. */
export function askedSignals(params: Record<string, unknown>): SignalName[] {
  const { decision_matrix } = params as { decision_matrix: Record<SignalName, Decision> };
  return (Object.keys(decision_matrix) as SignalName[]).filter((name) => decision_matrix[name] !== 'pass');
}

export const SIGNALS_RULE = 'signals';

export const roadRules: Rule[] = [
  rule({
    key: 'observed',
    clears:
      'A sighting by a camera. A new or regional carrier may not have passed one: say in an objection where its trucks run.',
    // The name that clients of the reference service look for.
    name: 'Observed by GenLogs',
    category: 'Road',
    isEnabled: true,
    reads: ['sightings'],
    params: {
      date_interval: choice<Interval>('2_years', Object.keys(INTERVALS) as Interval[]),
      decision_matrix: matrix({ true: 'pass', false: 'review' }),
      pass_message: flag(true),
      fail_message: flag(false),
    },
    judge(subject, { date_interval, decision_matrix }) {
      const since = monthsBefore(subject.day, INTERVALS[date_interval]);
      const days = subject.inputs.sightings.map(({ day }) => day).filter((day) => day <= subject.day);
      const last = days.sort().at(-1);
      const words = date_interval.replace('_', ' ');
      return last !== undefined && last >= since
        ? found(decision_matrix.true, `Seen by a camera on ${last}, in the last ${words}.`)
        : found(decision_matrix.false, `No sighting by a camera is on record in the last ${words}.`);
    },
  }),
  rule({
    key: SIGNALS_RULE,
    clears: 'Each signal ends with what it rests on. Object if a record or a reading is wrong.',
    name: 'Signals',
    category: 'Signals',
    isEnabled: true,
    reads: ['signals'],
    params: { decision_matrix: matrix(everySignal) },
    judge(subject, { decision_matrix }) {
      const { signals } = subject.inputs;
      const asked = askedSignals({ decision_matrix });
      if (asked.length === 0) return pass('No signal is asked for.');
      if (signals === null) return incomplete('The signals were not read.');
      const held = signals.found.filter(({ name }) => asked.includes(name as SignalName));
      const clearanceOf = ({ name }: { name: string }) =>
        subject.clearance(SIGNALS_RULE, decision_matrix[name as SignalName], name);
      const counted = held.filter((one) => clearanceOf(one) === null);
      const cleared = held.flatMap((one) => clearanceOf(one) ?? []).map(clearedBy);
      const by = counted.map(({ name }) => decision_matrix[name as SignalName]);
      const reason = [...counted.map(({ title }) => `${title}.`), ...cleared].join(' ');
      if (by.includes('fail')) return found('fail', reason);
      const open = signals.not_judged.find(({ name }) => asked.includes(name as SignalName));
      if (open) return incomplete(`${signalRules[open.name as SignalName].title}: ${open.reason}`);
      if (by.length > 0) return found('review', reason);
      return pass(cleared.length > 0 ? cleared.join(' ') : `None of ${asked.length} signals applies.`);
    },
  }),
];

export const listRules: Rule[] = [
  rule({
    key: 'block_list',
    clears: 'Only the organization that listed the carrier can remove it: send an objection.',
    name: 'Own block list',
    category: 'Own lists',
    isEnabled: true,
    params: { listed: decision('fail') },
    judge({ inputs: { list } }, { listed }) {
      if (list?.list !== 'block') return pass('The carrier is not on your block list.');
      const note = list.note === '' ? '' : `: ${list.note}`;
      return found(listed, `The carrier is on your block list since ${list.added_at.slice(0, 10)}${note}.`);
    },
  }),
  rule({
    key: 'allow_list',
    clears: 'Only the organization can add the carrier to its list: send an objection.',
    name: 'Own allow list',
    category: 'Own lists',
    isEnabled: false,
    params: { not_listed: decision('review') },
    judge({ inputs: { list } }, { not_listed }) {
      if (list?.list !== 'allow') return found(not_listed, 'The carrier is not on your allow list.');
      return pass(`The carrier is on your allow list since ${list.added_at.slice(0, 10)}.`);
    },
  }),
];
