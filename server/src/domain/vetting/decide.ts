import { hash } from 'node:crypto';
import { canonicalJson } from '../../lib/signed-files/canonical-json.ts';
import type { Common, Inputs, Part } from './inputs/inputs.ts';
import { allRules, RULES_CODE, ruleByKey } from './rules/all-rules.ts';
import type { LoadClass, Outcome, ParamValues, Rule } from './rules/rule.ts';
import { clearedBy, Subject } from './rules/subject.ts';

/** A rule that applies to a check, with all its parameters. */
export type AppliedRule = { key: string; params: ParamValues };

export const RESULTS = ['PASS', 'REVIEW', 'FAIL', 'INCOMPLETE'] as const;
export type Result = (typeof RESULTS)[number];

export type RuleResult = {
  rule: string;
  name: string;
  category: string;
  result: Result;
  reason: string;
};
export type Decided = { result: Result; results: RuleResult[] };

const WORDS: Record<Outcome, Result> = {
  ...{ pass: 'PASS', review: 'REVIEW' },
  ...{ fail: 'FAIL', incomplete: 'INCOMPLETE' },
};

/** The enabled rules that apply to a load of these classes. */
export function rulesFor(
  enabled: { rule: Rule; params: ParamValues }[],
  classes: readonly LoadClass[],
): AppliedRule[] {
  return enabled
    .filter(
      ({ rule: { loadClass }, params }) =>
        !loadClass || classes.includes(loadClass) || params.always === true,
    )
    .map(({ rule: { key }, params }) => ({ key, params }));
}

/** Identifies the rules with their parameters and their code. */
export function versionOf(rules: readonly AppliedRule[]): string {
  return `${RULES_CODE}-${hash('sha256', canonicalJson(rules), 'hex').slice(0, 16)}`;
}

export function partsOf(rules: readonly AppliedRule[]): ReadonlySet<Part> {
  return new Set(rules.flatMap(({ key }) => ruleByKey.get(key)?.reads ?? []));
}

/** A decision depends on nothing but its arguments: anyone who has them comes to the same one. */
export function decide(inputs: Inputs, common: Common, rules: readonly AppliedRule[]): Decided {
  const params = new Map(rules.map((one) => [one.key, one.params]));
  const results = allRules.flatMap((rule): RuleResult[] => {
    const own = params.get(rule.key);
    if (own === undefined) return [];
    const subject = new Subject(inputs, common);
    const { outcome, reason: why } = rule.judge(subject, own);
    // What is incomplete names its file already.
    const reason = outcome === 'incomplete' ? why : `${why} ${subject.daysOfFiles}`.trim();
    const about = { rule: rule.key, name: rule.name, category: rule.category };
    const cleared = outcome === 'review' || outcome === 'fail' ? subject.clearance(rule.key, outcome) : null;
    return cleared === null
      ? [{ ...about, result: WORDS[outcome], reason }]
      : [
          {
            ...about,
            result: 'PASS',
            reason: `${clearedBy(cleared)} Otherwise ${WORDS[outcome]}: ${reason}`,
          },
        ];
  });
  const worst = (['FAIL', 'INCOMPLETE', 'REVIEW'] as const).find((one) =>
    results.some(({ result }) => result === one),
  );
  // Without a rule, nothing was checked.
  return { result: worst ?? (results.length > 0 ? 'PASS' : 'INCOMPLETE'), results };
}
