import { type Database, type Db, statement } from '../../db/database.ts';
import { hashedUuid } from '../../lib/bytes/hash.ts';
import { AppError, type Problem } from '../../lib/errors.ts';
import { allRules } from './rules/all-rules.ts';
import { isObject, type ParamValues, paramProblems, type Rule, withDefaults } from './rules/rule.ts';

/** A rule as an organization has it. */
export type CustomerRule = { id: string; rule: Rule; isEnabled: boolean; params: ParamValues };

type Row = { rule: string; is_enabled: boolean; params: ParamValues };
const changed = statement(
  'vetting.rules',
  `select rule, is_enabled, params from vetting_rules where organization_id = $1`,
);

/** The same for every call, also before the organization changes the rule. */
const idOf = (organizationId: number, { key }: Rule) => hashedUuid(`vetting rule ${organizationId} ${key}`);

function ruleOf(organizationId: number, rule: Rule, row: Row | undefined): CustomerRule {
  return {
    id: idOf(organizationId, rule),
    rule,
    isEnabled: row?.is_enabled ?? rule.isEnabled,
    params: withDefaults(rule, row?.params ?? {}),
  };
}

/** All rules of an organization. */
export async function customerRules(db: Db, organizationId: number): Promise<CustomerRule[]> {
  const rows = new Map(
    (await db.rows<Row>(changed, [organizationId])).map((row) => [row.rule, row] as const),
  );
  return allRules.map((rule) => ruleOf(organizationId, rule, rows.get(rule.key)));
}

const lock = statement(
  'vetting.rule-lock',
  `insert into vetting_rules (organization_id, rule, is_enabled, params) values ($1, $2, $3, '{}')
   on conflict (organization_id, rule) do update set changed_at = now() returning rule, is_enabled, params`,
);
const update = statement(
  'vetting.rule-update',
  `update vetting_rules set is_enabled = $3, params = $4, changed_at = now() where organization_id = $1 and rule = $2`,
);

const ruleWithId = (organizationId: number, id: string) =>
  allRules.find((one) => idOf(organizationId, one) === id.toLowerCase());

/** What is wrong with changed parameters of a rule; nothing if there is no such rule. */
export function ruleProblems(organizationId: number, id: string, values: ParamValues): Problem[] {
  const rule = ruleWithId(organizationId, id);
  return rule ? paramProblems(rule, values) : [];
}

export type RuleChange = { status?: 'enabled' | 'disabled'; param_values?: ParamValues };

/** Changes what is given: parameters that are not named, and the cases of an object that are not, stay as they are. */
export function updateCustomerRule(
  database: Database,
  organizationId: number,
  id: string,
  { status, param_values: given = {} }: RuleChange,
): Promise<CustomerRule> {
  const rule = ruleWithId(organizationId, id);
  if (!rule) throw new AppError('not_found', 'There is no such rule.');
  return database.transaction(async (tx) => {
    const row = await tx.row<Row>(lock, [organizationId, rule.key, rule.isEnabled]);
    const before = row?.params ?? {};
    const params = Object.fromEntries(
      Object.entries({ ...before, ...given }).map(([name, value]) => {
        const [old, replaced] = [before[name], rule.params[name]?.fallback];
        return [name, isObject(value) && isObject(old) && isObject(replaced) ? { ...old, ...value } : value];
      }),
    );
    const isEnabled = status === undefined ? (row?.is_enabled ?? rule.isEnabled) : status === 'enabled';
    await tx.run(update, [organizationId, rule.key, isEnabled, params]);
    return ruleOf(organizationId, rule, { rule: rule.key, is_enabled: isEnabled, params });
  });
}
