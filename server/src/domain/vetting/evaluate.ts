import { customerRules } from './customer-rules.ts';
import { type AppliedRule, type Decided, decide, partsOf, rulesFor } from './decide.ts';
import type { Common, Inputs } from './inputs/inputs.ts';
import { readInputs } from './inputs/read-inputs.ts';
import { askedSignals, SIGNALS_RULE } from './rules/road-rules.ts';
import type { LoadClass } from './rules/rule.ts';
import type { Asking, Evaluating } from './vetting-service.ts';

export type EvaluationRequest = {
  usdotNumbers: number[];
  /** An earlier day to check for. */
  asOf: string | null;
  classes: readonly LoadClass[];
  forFile: boolean;
};
export type Evaluation = {
  common: Common;
  rules: AppliedRule[];
  /** Only carriers that a federal register has, in the order of the request. */
  carriers: { inputs: Inputs; decided: Decided }[];
};

/** Checks carriers against the rules of an organization. */
export async function evaluate(
  service: Evaluating,
  { organizationId, isLicensed }: Asking,
  { usdotNumbers, asOf, classes, forFile }: EvaluationRequest,
): Promise<Evaluation> {
  const { db, clock } = service;
  const today = clock.now().toISOString().slice(0, 10);
  const own = await customerRules(db, organizationId);
  const rules = rulesFor(
    own.filter(({ isEnabled }) => isEnabled),
    classes,
  );
  const signals = rules.find(({ key }) => key === SIGNALS_RULE);
  const { common, carriers } = await readInputs(service, {
    ...{ organizationId, usdotNumbers, today, isLicensed, forFile },
    asOf: asOf === today ? null : asOf,
    parts: partsOf(rules),
    signals: signals ? askedSignals(signals.params) : [],
  });
  return {
    ...{ common, rules },
    carriers: [...carriers.values()].map((inputs) => ({ inputs, decided: decide(inputs, common, rules) })),
  };
}
