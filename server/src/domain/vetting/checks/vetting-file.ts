import { canonicalJson } from '../../../lib/signed-files/canonical-json.ts';
import type { SignedPart } from '../../../lib/signed-files/signed-file.ts';
import { VERSION } from '../../../lib/version.ts';
import { type AppliedRule, type Decided, decide, versionOf } from '../decide.ts';
import { countsOf } from '../inputs/count-inspections.ts';
import type { Common, Inputs } from '../inputs/inputs.ts';
import { RULES_CODE, ruleByKey } from '../rules/all-rules.ts';
import type { LoadClass } from '../rules/rule.ts';

export const VETTING_FILE = 'vetting-file/1';

export type VettingContent = {
  /** The version of Milepost that made it. */
  milepost: string;
  check: {
    id: string;
    organization: { id: number; name: string };
    checked_at: string;
    reference: string | null;
    note: string | null;
    classes: readonly LoadClass[];
  };
  rules: { code: number; version: string; applied: (AppliedRule & { name: string })[] };
  common: Common;
  inputs: Inputs;
  decision: Decided;
};

/** The content of the file of a check, as plain JSON. */
export function vettingContent(
  check: VettingContent['check'],
  rules: AppliedRule[],
  { common, inputs, decided }: { common: Common; inputs: Inputs; decided: Decided },
): VettingContent {
  const applied = rules.map((one) => ({ ...one, name: ruleByKey.get(one.key)?.name ?? one.key }));
  const content: VettingContent = {
    ...{ milepost: VERSION, check, common, inputs, decision: decided },
    rules: { code: RULES_CODE, version: versionOf(rules), applied },
  };
  return JSON.parse(JSON.stringify(content)) as VettingContent;
}

export type Recomputed =
  | { isSame: true; decision: Decided }
  | { isSame: false; decision: Decided | null; problem: string };

/** Decides again from the rows in a file, without anything else. */
export function recompute({ type, content }: SignedPart): Recomputed {
  if (type !== VETTING_FILE) return failed(`It is a ${type}, not a ${VETTING_FILE}.`);
  const { rules, common, inputs, decision } = content as VettingContent;
  if (rules.code !== RULES_CODE)
    return failed(
      `It was decided by version ${rules.code} of the rules; this Milepost has version ${RULES_CODE}.`,
    );
  const applied = rules.applied.map(({ key, params }) => ({ key, params }));
  if (versionOf(applied) !== rules.version)
    return failed('The version of its rules does not belong to its rules.');
  const { inspections } = inputs;
  const counts = inspections.rows === null ? inspections.counts : countsOf(inspections.rows);
  const again = decide({ ...inputs, inspections: { ...inspections, counts } }, common, applied);
  return canonicalJson(again) === canonicalJson(decision)
    ? { isSame: true, decision: again }
    : { isSame: false, decision: again, problem: `The rows in it lead to ${again.result}.` };
}

const failed = (problem: string): Recomputed => ({ isSame: false, decision: null, problem });
