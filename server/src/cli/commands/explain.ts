import { CATEGORIES, type CategoryId } from '../../contract/scores.ts';
import {
  type BasicExplanation,
  type Explanation,
  explainScores,
} from '../../domain/safety/explain/explain-scores.ts';
import type { BasicScore } from '../../domain/safety/sms/describe-basic.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import type { Command, Values } from '../command.ts';
import { counted } from '../format.ts';
import { json, option, text, usdotNumber } from '../options.ts';
import { withDatabase } from '../with-database.ts';
import { methodOption } from './score.ts';

export const explain: Command = {
  name: 'explain',
  audit: { none: 'Shows federal records only.' },
  summary: "Show the inspections, violations, weights and peers that a carrier's safety scores result from",
  operands: '<usdot>',
  options: {
    basic: option('category', `one of ${CATEGORIES.join(', ')}`),
    method: option('current|preview', 'method of the scores (default current)'),
    without: option('ids', 'also show the scores without these violations (comma-separated ids)'),
    json,
  },
  async run(context, values, operands) {
    const usdot = usdotNumber(operands[0]);
    const options = {
      method: methodOption(values),
      basic: basicOf(values),
      without: text(values, 'without')?.split(',') ?? [],
    };
    const found = await withDatabase(context, (database) => explainScores(database, usdot, options));
    if (values.json) return context.printJson(found);
    for (const line of explanationLines(found)) context.print(line);
  },
};

function basicOf(values: Values): CategoryId | null {
  const given = text(values, 'basic');
  const basic = CATEGORIES.find((id) => id === given);
  if (given === undefined || basic) return basic ?? null;
  throw new AppError('invalid', `--basic must be one of ${CATEGORIES.join(', ')}.`);
}

function explanationLines({ usdot_number, run, carrier, basics, is_of_this_run }: Explanation): string[] {
  const preview = run.is_preview ? ', a preview: not in force' : '';
  const months = carrier.average_power_units_months;
  return [
    `USDOT ${usdot_number}, run of ${run.run_date} by SMS ${run.version}${preview}.`,
    `${carrier.carrier_type} carrier, ${carrier.segment} segment, ${carrier.average_power_units.toFixed(2)} power units on average (from ${months} of 18 months), utilization factor ${carrier.utilization_factor.toFixed(3)}.`,
    ...(is_of_this_run ? [] : ['Files were imported after this run. Run milepost score.']),
    ...basics.flatMap(basicLines),
  ];
}

function basicLines(basic: BasicExplanation): string[] {
  const { points, divisor, divisor_is, events, what_if } = basic;
  const lines = ['', `${basic.title}: ${scoreText(basic)}`];
  if (divisor !== null && basic.measure !== null)
    lines.push(
      `  ${points} points / ${round(divisor)} (${divisor_is}) = ${basic.measure.toFixed(4)}; ${basic.measure_source}`,
    );
  if (basic.is_ranked) lines.push(`  The percentile is ${basic.percentile_source}.`);
  if (what_if) lines.push(`  Without those violations: ${scoreText(what_if)}`);
  const clean = events.clean_inspections.map(
    ({ inspections, time_weight }) => `${inspections} × ${time_weight}`,
  );
  if (clean.length > 0)
    lines.push(`  Relevant inspections without violations, by time weight: ${clean.join(', ')}`);
  if (events.inspections.length > 0) lines.push(indented(violationTable(basic)));
  if (events.crashes.length > 0) lines.push(indented(crashTable(basic)));
  return lines;
}

function scoreText({ measure, percentile, is_ranked, status, threshold, group }: BasicScore): string {
  const rank = is_ranked ? `percentile ${percentile} (threshold ${threshold})` : 'no percentile';
  const peers = group
    ? `; group: ${group.label}, ${counted(group.carriers ?? 0, 'carrier')}, median ${round(group.median_measure ?? 0)}`
    : '';
  return `measure ${measure === null ? 'none' : measure.toFixed(2)}, ${rank}, ${status}${peers}`;
}

function violationTable({ events }: BasicExplanation): string {
  const rows = events.inspections.flatMap((one) =>
    one.violations.map((violation, i) => [
      i === 0 ? (one.date ?? '') : '',
      i === 0 ? `${one.report_state}${one.report_number}` : '',
      violation.violation_id,
      violation.code,
      violation.weight,
      i === 0 ? `${one.severity}${one.is_capped ? ' (cap)' : ''} × ${one.time_weight} = ${one.points}` : '',
      violation.description.slice(0, 60),
    ]),
  );
  return textTable(['date', 'report', 'violation', 'code', 'weight', 'severity × time', ''], rows);
}

function crashTable({ events }: BasicExplanation): string {
  const rows = events.crashes.map((one) => [
    one.date ?? '',
    `${one.report_state} ${one.report_number}`,
    `${one.severity} × ${one.time_weight} = ${one.points}`,
  ]);
  return textTable(['date', 'crash', 'severity × time'], rows);
}

function indented(table: string): string {
  return table.replace(/^/gm, '  ');
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
