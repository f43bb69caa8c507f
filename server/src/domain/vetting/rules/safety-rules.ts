import { CATEGORIES, type CategoryId } from '../../../contract/scores.ts';
import { inspectedCounts, percentOf } from '../../carriers/records/inspections.ts';
import { nationalAverages } from '../../safety/published-rates.ts';
import type { Decision } from './decision.ts';
import { missingEvents } from './file-groups.ts';
import { decision, found, incomplete, number, numbers, pass, type Rule, rule } from './rule.ts';
import type { Subject } from './subject.ts';

const NO_SCORES = 'The scores of the carrier are not known.';

const orderInForce = ({ day, inputs: { orders } }: Subject) =>
  orders.find(
    ({ oos_date, rescind_date }) =>
      oos_date !== null && oos_date <= day && (rescind_date === null || rescind_date > day),
  );

export const safetyRules: Rule[] = [
  rule({
    key: 'out_of_service_order',
    clears: 'Have FMCSA rescind the order. The next list of orders then has the day.',
    name: 'Out-of-service order',
    category: 'Safety',
    isEnabled: true,
    params: { in_force: decision('fail') },
    judge(subject, { in_force }) {
      const missing = subject.missing('orders');
      const order = orderInForce(subject);
      const since = order && `An out-of-service order is in force since ${order.oos_date}`;
      if (since) return found(in_force, order.oos_reason ? `${since}: ${order.oos_reason}.` : `${since}.`);
      return missing === null ? pass('No out-of-service order is in force.') : incomplete(missing);
    },
  }),
  rule({
    key: 'basics',
    clears:
      "Have wrong violations corrected through FMCSA's DataQs. The others lose weight with time and leave the score after 24 months.",
    name: 'BASIC scores',
    category: 'Safety',
    isEnabled: true,
    reads: ['scores'],
    params: {
      /** Percentiles from which a BASIC counts, instead of FMCSA's thresholds. */
      thresholds: numbers<CategoryId>(CATEGORIES, 0, 100),
      review_from: number(1, 1, 9),
      fail_from: number(4, 1, 9),
    },
    judge(subject, { thresholds, review_from, fail_from }) {
      const { scores } = subject.inputs;
      const of = subject.scoresOf;
      if (scores === null || of === null) return incomplete(NO_SCORES);
      const isOver = ({ basic, percentile, is_alert }: (typeof scores.basics)[number]) => {
        const own = thresholds[basic as CategoryId];
        return own === undefined ? is_alert : percentile !== null && percentile >= own;
      };
      const over = scores.basics.filter(isOver);
      // An investigation can give an alert to a BASIC whose percentile is below the threshold, or not shown.
      const named = over.map(({ basic, title, percentile, threshold }) =>
        percentile !== null && percentile >= (thresholds[basic as CategoryId] ?? threshold)
          ? `${title} (${percentile})`
          : `${title} (after an investigation)`,
      );
      const shown = scores.basics.filter(({ percentile }) => percentile !== null).length;
      const words = `${over.length} of ${scores.basics.length} BASICs have an alert`;
      const none = `No BASIC has an alert; ${shown} of ${scores.basics.length} have a percentile.`;
      const reason = `${over.length === 0 ? none : `${words}: ${named.join(', ')}.`} ${of.words}`;
      if (over.length >= fail_from) return found('fail', reason);
      if (of.old !== null) return incomplete(of.old);
      const unknown = scores.basics.flatMap(({ basic }) => scores.unknown[basic as CategoryId] ?? []);
      if (unknown[0] !== undefined) return incomplete(unknown[0]);
      return over.length >= review_from ? found('review', reason) : pass(reason);
    },
  }),
  rule({
    key: 'iss',
    clears: 'It follows from the BASIC scores, or from the number of inspections.',
    name: 'ISS score',
    category: 'Safety',
    isEnabled: true,
    reads: ['scores'],
    params: {
      review_from: number(75, 1, 101),
      fail_from: number(101, 1, 101),
      /** A score without enough data says little about the carrier. */
      too_few_data: decision('pass'),
    },
    judge(subject, { review_from, fail_from, too_few_data }) {
      const { scores } = subject.inputs;
      if (scores?.iss == null) return incomplete(scores?.unknown.iss ?? NO_SCORES);
      const { score, basis, reason: why } = scores.iss;
      const of = subject.scoresOf;
      const reason = `The ISS score is ${score} of 100 (${why}). ${of?.words}`;
      // An order in force makes it 100, whatever else is old.
      const old = subject.missing('orders') ?? of?.old ?? null;
      if (old !== null && orderInForce(subject) === undefined) return incomplete(old);
      const by: Decision = score >= fail_from ? 'fail' : score >= review_from ? 'review' : 'pass';
      return found(by !== 'pass' && basis !== 'Safety' ? too_few_data : by, reason);
    },
  }),
  rule({
    key: 'out_of_service_rates',
    clears:
      "Have wrong inspections corrected through FMCSA's DataQs. Inspections leave the rate after 24 months.",
    name: 'Out-of-service rates',
    category: 'Safety',
    isEnabled: true,
    reads: ['inspections'],
    params: {
      /** A rate counts from this multiple of the national average. 0: the rate is not looked at. */
      vehicle_factor: number(1.5, 0, 100),
      driver_factor: number(1.5, 0, 100),
      hazmat_factor: number(0, 0, 100),
      min_inspections: number(20, 1, 1_000),
      above: decision('review'),
      too_few: decision('pass'),
    },
    judge(subject, params) {
      const missing = subject.missing('inspections') ?? missingEvents(subject.common);
      if (missing !== null) return incomplete(missing);
      const { counts, published } = subject.inputs.inspections;
      const counted = inspectedCounts(counts, subject.common.as_of === null ? published : null);
      const averages = nationalAverages(subject.day);
      const decisions: Decision[] = [];
      const reasons: string[] = [];
      for (const kind of ['vehicle', 'driver', 'hazmat'] as const) {
        const factor = params[`${kind}_factor`];
        if (factor === 0) continue;
        const [inspected, out] = [counted[kind], counted[`${kind}_oos`]];
        if (inspected < params.min_inspections) {
          decisions.push(params.too_few);
          reasons.push(
            `${kind}: ${inspected} inspections are too few for a rate (${params.min_inspections}).`,
          );
          continue;
        }
        const percent = percentOf(out, inspected);
        const limit = averages[kind] * factor;
        decisions.push(percent > limit ? params.above : 'pass');
        const against = `national average ${averages[kind]} %, limit ${Number(limit.toFixed(2))} %`;
        reasons.push(`${kind}: ${percent} % of ${inspected} inspections out of service (${against}).`);
      }
      const worst = (['fail', 'review'] as const).find((one) => decisions.includes(one)) ?? 'pass';
      return found(worst, reasons.join(' ') || 'No rate is asked for.');
    },
  }),
];
