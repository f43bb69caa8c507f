import { RATING_WORDS, wordOf } from '../../carriers/records/census-words.ts';
import { monthsBefore } from '../../safety/sms/time-weight.ts';
import { decision, type Finding, found, incomplete, matrix, number, pass, type Rule, rule } from './rule.ts';
import type { Subject } from './subject.ts';

const STATUS = { A: 'active', I: 'inactive', P: 'pending' } as Record<string, string>;

/** A rule over one census value that is required to be known. */
function fromCensus(
  subject: Subject,
  field: Parameters<Subject['census']>[0],
  judge: (value: string | null) => Finding,
): Finding {
  const missing = subject.missing(field.startsWith('safety') ? 'daily_census' : 'census');
  if (missing !== null) return incomplete(missing);
  const { value, unknown } = subject.census(field);
  return unknown === null ? judge(value) : incomplete(unknown);
}

export const registrationRules: Rule[] = [
  rule({
    key: 'registration',
    clears:
      'Reactivate the USDOT number with FMCSA, or wait until a pending registration is granted. The next census file then has it.',
    name: 'USDOT registration',
    category: 'Registration',
    isEnabled: true,
    params: { decision_matrix: matrix({ active: 'pass', pending: 'review', inactive: 'fail' }) },
    judge: (subject, { decision_matrix }) =>
      fromCensus(subject, 'usdot_status', (code) => {
        const word = STATUS[code ?? ''] as keyof typeof decision_matrix | undefined;
        if (word === undefined) return incomplete('The census states no registration status.');
        return found(decision_matrix[word], `The USDOT registration is ${word}.`);
      }),
  }),
  rule({
    key: 'mcs150_age',
    clears: 'File an updated MCS-150 with FMCSA. The next census file then has its date.',
    name: 'MCS-150 age',
    category: 'Registration',
    isEnabled: true,
    params: { max_months: number(24, 1, 120), older: decision('review'), none: decision('review') },
    judge: (subject, { max_months, older, none }) =>
      fromCensus(subject, 'mcs150_date', (filed) => {
        if (filed === null) return found(none, 'The census has no date of an MCS-150.');
        const isOld = filed < monthsBefore(subject.day, max_months);
        return isOld
          ? found(older, `The last MCS-150 is of ${filed}, more than ${max_months} months ago.`)
          : pass(`The last MCS-150 is of ${filed}.`);
      }),
  }),
  rule({
    key: 'fleet_size',
    clears: 'State the number of power units in an updated MCS-150.',
    name: 'Fleet size',
    category: 'Registration',
    isEnabled: true,
    params: {
      min_power_units: number(1, 0, 1_000_000),
      max_power_units: number(1_000_000, 0, 1_000_000),
      outside: decision('review'),
    },
    judge: (subject, { min_power_units: min, max_power_units: max, outside }) =>
      fromCensus(subject, 'power_units', (value) => {
        if (value === null) return found(outside, 'The census states no number of power units.');
        const units = Number(value);
        const words = `${units} power units are declared`;
        return units >= min && units <= max
          ? pass(`${words}.`)
          : found(outside, `${words}; from ${min} to ${max} are expected.`);
      }),
  }),
  rule({
    key: 'safety_rating',
    clears:
      'Request an upgrade of the safety rating from FMCSA (49 CFR 385.17). The next census file then has it.',
    name: 'Safety rating',
    category: 'Safety',
    isEnabled: true,
    params: {
      decision_matrix: matrix({
        ...{ satisfactory: 'pass', not_rated: 'pass' },
        ...{ conditional: 'review', unsatisfactory: 'fail' },
      }),
    },
    judge: (subject, { decision_matrix }) =>
      fromCensus(subject, 'safety_rating', (code) => {
        const word = wordOf(RATING_WORDS, code);
        if (word === '') return found(decision_matrix.not_rated, 'FMCSA has not rated the carrier.');
        const { value: since } = subject.census('safety_rating_date');
        return found(
          decision_matrix[word.toLowerCase() as keyof typeof decision_matrix],
          `The safety rating is ${word}${since === null ? '' : ` since ${since}`}.`,
        );
      }),
  }),
];
