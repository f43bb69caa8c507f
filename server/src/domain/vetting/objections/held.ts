import { isOfRegisters } from '../../carriers/signals/signal-files.ts';
import { type SignalName, signalRules } from '../../carriers/signals/signal-rules.ts';
import { pageChecks } from '../checks/check-store.ts';
import type { Result, RuleResult } from '../decide.ts';
import { type Evaluation, evaluate } from '../evaluate.ts';
import type { ListInput } from '../inputs/inputs.ts';
import { ruleByKey } from '../rules/all-rules.ts';
import type { Decision } from '../rules/decision.ts';
import { SIGNALS_RULE } from '../rules/road-rules.ts';
import { Subject } from '../rules/subject.ts';
import type { VettingService } from '../vetting-service.ts';
import type { OpenedLink } from './carrier-links.ts';
import { type ObjectionRow, objectionsOfLink } from './objection-store.ts';

/** Something that is held against a carrier, and what would clear it. */
export type HeldFinding = {
  rule: string;
  signal: string | null;
  name: string;
  category: string;
  result: Exclude<Result, 'PASS'>;
  reason: string;
  clears: string;
};

export type Held = {
  link: OpenedLink;
  legalName: string;
  day: string;
  result: Result;
  findings: HeldFinding[];
  passed: string[];
  list: ListInput | null;
  checks: { day: string; created_at: Date; result: Result; findings: RuleResult[] }[];
  objections: ObjectionRow[];
};

/** Kept checks that a carrier is shown, the newest. */
const MAX_CHECKS = 20;
const REGISTER =
  'The signal ends when the register says something else. Have a wrong record corrected by FMCSA.';
const ROAD =
  'The signal looks at the last 365 days, and ends when none of them shows it. If a truck was taken for one of yours, say so in an objection.';

/** What an organization holds about the carrier of a link: what it decides today, and what it kept. */
export async function heldAbout(service: VettingService, link: OpenedLink): Promise<Held> {
  const { organization_id: organizationId, usdot_number: usdotNumber, organization_kind: kind } = link;
  const asking = { organizationId, isLicensed: kind === 'insurance' || kind === 'operator' };
  const [evaluation, { rows: checks }, objections] = await Promise.all([
    evaluate(service, asking, { usdotNumbers: [usdotNumber], asOf: null, classes: [], forFile: false }),
    pageChecks(service.db, organizationId, { usdot_number: usdotNumber, page: 1, page_size: MAX_CHECKS }),
    objectionsOfLink(service.db, link),
  ]);
  const [carrier] = evaluation.carriers;
  const results = carrier?.decided.results ?? [];
  return {
    ...{ link, objections, day: evaluation.common.day },
    legalName: carrier?.inputs.census.map(({ values }) => values.legal_name).find((one) => one) ?? '',
    result: carrier?.decided.result ?? 'INCOMPLETE',
    findings: findingsOf(evaluation),
    passed: results.filter(({ result }) => result === 'PASS').map(({ name }) => name),
    list: carrier?.inputs.list ?? null,
    checks: checks.map(({ day, created_at, result, results }) => ({
      ...{ day, created_at, result },
      findings: results.filter((one) => one.result !== 'PASS'),
    })),
  };
}

function findingsOf({ carriers, common, rules }: Evaluation): HeldFinding[] {
  const [carrier] = carriers;
  if (!carrier) return [];
  const { inputs, decided } = carrier;
  const params = rules.find(({ key }) => key === SIGNALS_RULE)?.params as
    | { decision_matrix: Record<string, Decision> }
    | undefined;
  const subject = new Subject(inputs, common);
  return decided.results.flatMap(({ rule, name, category, result, reason }): HeldFinding[] => {
    if (result === 'PASS') return [];
    const clears = ruleByKey.get(rule)?.clears ?? '';
    if (rule !== SIGNALS_RULE || result === 'INCOMPLETE')
      return [{ rule, signal: null, name, category, result, reason, clears }];
    return (inputs.signals?.found ?? []).flatMap((signal): HeldFinding[] => {
      const by = params?.decision_matrix[signal.name] ?? 'pass';
      if (by === 'pass' || subject.clearance(rule, by, signal.name) !== null) return [];
      return [
        {
          ...{ rule, signal: signal.name, name: signal.title, category },
          result: by === 'fail' ? 'FAIL' : 'REVIEW',
          reason: signalRules[signal.name as SignalName].rule,
          clears: isOfRegisters(signal.name as SignalName) ? REGISTER : ROAD,
        },
      ];
    });
  });
}
