import type { ComplianceRules } from '../../contract/brokers/vetting.ts';
import type { AppliedRule, Decided, RuleResult } from './decide.ts';
import { evaluate } from './evaluate.ts';
import type { Asking, VettingService } from './vetting-service.ts';

type Compliance = { decided: Decided; rules: AppliedRule[] };

/** The carriers that a federal register has, checked for today. Nothing is kept. */
export async function complianceOf(
  service: VettingService,
  asking: Asking,
  usdotNumbers: number[],
): Promise<Map<number, Compliance>> {
  const request = { usdotNumbers, asOf: null, classes: [], forFile: false };
  const { carriers, rules } = await evaluate(service, asking, request);
  return new Map(carriers.map(({ inputs, decided }) => [inputs.usdot_number, { decided, rules }]));
}

/** In the form of the reference service, which has no INCOMPLETE: such a rule is one to review. */
export function describeCompliance({
  decided: { results },
  rules,
}: Compliance): Pick<ComplianceRules, 'rules' | 'rule_status'> {
  const params = new Map(rules.map((one) => [one.key, one.params]));
  const shown = results.map((one, index) => ({
    rule_result_description: descriptionOf(one, params.get(one.rule) ?? {}),
    status: one.result === 'INCOMPLETE' ? ('REVIEW' as const) : one.result,
    category: one.category,
    rule_order: String(index + 1),
    ...(one.result === 'INCOMPLETE' && { incomplete: true }),
  }));
  const total = (status: string) => ({ total: shown.filter((one) => one.status === status).length });
  return {
    rules: shown,
    rule_status: { pass: total('PASS'), fail: total('FAIL'), review: total('REVIEW') },
  };
}

/** `pass_message` and `fail_message` say whether the reason stands beside the name. */
function descriptionOf({ name, result, reason }: RuleResult, params: Record<string, unknown>): string {
  const isShown =
    result === 'INCOMPLETE' || params[result === 'PASS' ? 'pass_message' : 'fail_message'] !== false;
  return isShown ? `${name}: ${reason}` : name;
}
