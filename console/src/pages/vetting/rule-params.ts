import type { Entered } from '../../lib/form.ts';
import { fieldLabel } from '../../lib/format.ts';
import { BASIC_TITLES, BASICS } from '../../lib/search.ts';

type Value = boolean | number | string;
type Params = Record<string, Value | Record<string, string | number>>;

/** One control of the form of a rule. Cases of an object have one each, named `parameter.case`. */
export type Control = {
  name: string;
  label: string;
  kind: 'flag' | 'number' | 'optional' | 'choice';
  value: Value | null;
  options: (readonly [string, string])[];
};

const DECISIONS: Record<string, string> = { pass: 'Pass', review: 'Review', fail: 'Fail' };
const INTERVALS: Record<string, string> = {
  ...{ '1_month': '1 month', '3_months': '3 months', '6_months': '6 months' },
  ...{ '1_year': '1 year', '2_years': '2 years', '3_years': '3 years' },
};
const LABELS: Record<string, string> = {
  pass_message: 'Say why it passed, for clients of the reference service',
  fail_message: 'Say why it did not pass, for clients of the reference service',
  always: 'Also for loads of no class',
  min_dollars: 'At least, in dollars',
  review_below_days: 'Review below so many days',
  fail_below_days: 'Fail below so many days',
  max_months: 'Oldest, in months',
  older: 'If it is older',
  none: 'If there is none',
  outside: 'If it is outside',
  below: 'If it is less',
  above: 'If it is above',
  pending: 'If one is pending',
  in_force: 'If one is in force',
  listed: 'If it is listed',
  not_listed: 'If it is not listed',
  not_registered: 'If it is not registered',
  too_few: 'With too few inspections',
  too_few_data: 'With too few data',
  review_from: 'Review from',
  fail_from: 'Fail from',
  within_days: 'Within so many days',
  'decision_matrix.true': 'If it was',
  'decision_matrix.false': 'If it was not',
};

/** Shown after the others, and not in the summary. */
const MESSAGES = ['pass_message', 'fail_message', 'always'];

const labelOf = (name: string) => LABELS[name] ?? fieldLabel(name.split('.').at(-1) ?? name);

/** The controls of a rule, by the type of each parameter. */
export function controlsOf(params: Params): Control[] {
  const isLast = ([name]: [string, unknown]) => (MESSAGES.includes(name) ? 1 : 0);
  const sorted = Object.entries(params).toSorted((a, b) => isLast(a) - isLast(b));
  return sorted.flatMap(([name, value]) => {
    if (name === 'thresholds') return thresholds(value as Record<string, number>);
    if (typeof value !== 'object') return [controlOf(name, value)];
    return Object.entries(value).map(([key, inner]) => controlOf(`${name}.${key}`, inner));
  });
}

function controlOf(name: string, value: Value): Control {
  const about = { name, label: labelOf(name), value };
  if (typeof value === 'boolean') return { ...about, kind: 'flag', options: [] };
  if (typeof value === 'number') return { ...about, kind: 'number', options: [] };
  const words = name === 'date_interval' ? INTERVALS : DECISIONS;
  return { ...about, kind: 'choice', options: Object.entries(words) };
}

/** An empty one is FMCSA's. */
const thresholds = (set: Record<string, number>): Control[] =>
  BASICS.map((basic) => ({
    name: `thresholds.${basic}`,
    label: `${BASIC_TITLES[basic]}: percentile, instead of FMCSA's`,
    ...{ kind: 'optional', value: set[basic] ?? null, options: [] },
  }));

/** The entered parameters in the form of the API. */
export function valuesOf(controls: Control[], { text, isChecked }: Entered): Params {
  const values: Params = {};
  for (const { name, kind } of controls) {
    if (kind === 'optional' && text(name) === '') continue;
    const isNumber = kind === 'number' || kind === 'optional';
    const value = kind === 'flag' ? isChecked(name) : isNumber ? Number(text(name)) : text(name);
    const [param = '', key] = name.split('.');
    if (key === undefined) values[param] = value;
    else values[param] = { ...(values[param] as object | undefined), [key]: value as string | number };
  }
  return values;
}

/** What a rule decides, in one line. Cases that pass are left out. */
export function summaryOf(params: Params): string {
  const words = controlsOf(params).flatMap(({ name, label, value }) => {
    if (value === null || value === 'pass' || MESSAGES.includes(name)) return [];
    const shown = typeof value === 'number' ? value.toLocaleString('en-US') : String(value);
    return [`${label}: ${(DECISIONS[shown] ?? INTERVALS[shown] ?? shown).toLowerCase()}`];
  });
  return words.length > 0 ? words.join(' · ') : 'Every case passes';
}
