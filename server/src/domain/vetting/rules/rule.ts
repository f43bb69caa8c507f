import type { Problem } from '../../../contract/problem.ts';
import type { Part } from '../inputs/inputs.ts';
import { DECISIONS, type Decision } from './decision.ts';
import type { Subject } from './subject.ts';

/** `incomplete`: a file or record that the rule rests on is missing, so nothing can be said. */
export type Outcome = Decision | 'incomplete';
export type Finding = { outcome: Outcome; reason: string };

/** Classes of loads with rules of their own. */
export const LOAD_CLASSES = ['hazmat', 'high_value'] as const;
export type LoadClass = (typeof LOAD_CLASSES)[number];

export const CATEGORIES = [
  ...['Registration', 'Authority', 'Insurance', 'Safety', 'Road', 'Signals', 'Own lists', 'Classes'],
] as const;

/** A parameter of a rule: its value where the organization set none, and what is wrong with a value. */
export type Param<T> = { fallback: T; problem(value: unknown): string | null };
export type ParamValues = Record<string, unknown>;

export type Rule = {
  key: string;
  name: string;
  category: (typeof CATEGORIES)[number];
  /** What a carrier can do so that the rule passes. */
  clears: string;
  /** Whether it applies to an organization that has not changed it. */
  isEnabled: boolean;
  /** Applies only to checks of loads of this class, unless the parameter `always` is set. */
  loadClass?: LoadClass;
  reads?: readonly Part[];
  params: Record<string, Param<unknown>>;
  judge(subject: Subject, params: ParamValues): Finding;
};

/** Gives `judge` the types of the parameters. */
export function rule<P extends Record<string, unknown>>(
  definition: Omit<Rule, 'params' | 'judge'> & {
    params: { [Name in keyof P]: Param<P[Name]> };
    judge(subject: Subject, params: P): Finding;
  },
): Rule {
  return definition as unknown as Rule;
}

export const found = (outcome: Outcome, reason: string): Finding => ({ outcome, reason });
export const pass = (reason: string) => found('pass', reason);
export const incomplete = (reason: string) => found('incomplete', reason);

export function number(fallback: number, min: number, max: number): Param<number> {
  return {
    fallback,
    problem: (value) =>
      typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
        ? null
        : `Must be a number from ${min} to ${max}`,
  };
}

export function flag(fallback: boolean): Param<boolean> {
  return { fallback, problem: (value) => (typeof value === 'boolean' ? null : 'Must be true or false') };
}

export function choice<const T extends string>(fallback: NoInfer<T>, values: readonly T[]): Param<T> {
  return {
    fallback,
    problem: (value) => (values.includes(value as T) ? null : `Must be one of ${values.join(', ')}`),
  };
}

export const decision = (fallback: Decision) => choice(fallback, DECISIONS);

function problemsIn(value: object, names: readonly string[], ofValues: string | null): string | null {
  const unknown = Object.keys(value).filter((key) => !names.includes(key));
  const ofNames = unknown.length > 0 ? `Has no ${unknown.join(', ')}; it has ${names.join(', ')}` : null;
  return [ofNames, ofValues].filter((problem) => problem !== null).join('. ') || null;
}

/** What each case means. A change may name some of the cases. */
export function matrix<const K extends string>(fallback: Record<K, Decision>): Param<Record<K, Decision>> {
  const cases = Object.keys(fallback);
  return {
    fallback,
    problem(value) {
      if (!isObject(value)) return `Must be an object with ${cases.join(', ')}`;
      const isValid = Object.values(value).every((one) => DECISIONS.includes(one as Decision));
      return problemsIn(
        value,
        cases,
        isValid ? null : `Each of its values must be one of ${DECISIONS.join(', ')}`,
      );
    },
  };
}

/** Numbers by name, for some of the names. */
export function numbers<const K extends string>(
  names: readonly K[],
  min: number,
  max: number,
): Param<Partial<Record<K, number>>> {
  return {
    fallback: {},
    problem(value) {
      if (!isObject(value)) return 'Must be an object';
      const one = number(0, min, max);
      const wrong = Object.values(value).find((item) => one.problem(item) !== null);
      return problemsIn(value, names, wrong === undefined ? null : one.problem(wrong));
    },
  };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters of every rule: whether the description in the reference's form says why. */
const MESSAGES = { pass_message: flag(true), fail_message: flag(true) };

export function paramsOf(one: Rule): Record<string, Param<unknown>> {
  return { ...MESSAGES, ...one.params };
}

/** What is wrong with changed parameters of a rule. */
export function paramProblems(one: Rule, values: ParamValues): Problem[] {
  const params = paramsOf(one);
  return Object.entries(values).flatMap(([name, value]) => {
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    const msg = param ? param.problem(value) : `Must be one of ${Object.keys(params).join(', ')}`;
    return msg === null
      ? []
      : [{ type: 'value_error', loc: ['body', 'param_values', name], msg, input: null }];
  });
}

/** All parameters of a rule, with those that an organization set. Cases of an object that it did not set are as before. */
export function withDefaults(one: Rule, values: ParamValues): ParamValues {
  return Object.fromEntries(
    Object.entries(paramsOf(one)).map(([name, { fallback, problem }]) => {
      const value = values[name];
      const merged = isObject(fallback) && isObject(value) ? { ...fallback, ...value } : value;
      return [name, value === undefined || problem(merged) !== null ? fallback : merged];
    }),
  );
}
