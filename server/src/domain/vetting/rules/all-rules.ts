import { authorityRules } from './authority-rules.ts';
import { classRules } from './class-rules.ts';
import { insuranceRules } from './insurance-rules.ts';
import { registrationRules } from './registration-rules.ts';
import { listRules, roadRules } from './road-rules.ts';
import type { Rule } from './rule.ts';
import { safetyRules } from './safety-rules.ts';

/**
 * Every rule, in the order in which results list them. A change of what a rule decides from the same inputs needs another
 * RULES_CODE, so that a vetting file is never recomputed by other rules than those that made it.
 */
export const allRules: readonly Rule[] = [
  ...registrationRules,
  ...authorityRules,
  ...insuranceRules,
  ...safetyRules,
  ...roadRules,
  ...listRules,
  ...classRules,
];

export const RULES_CODE = 1;

export const ruleByKey: ReadonlyMap<string, Rule> = new Map(allRules.map((one) => [one.key, one]));
