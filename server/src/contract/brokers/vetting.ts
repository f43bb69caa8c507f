import Type, { type Static } from 'typebox';
import { pageQuery } from '../pagination.ts';
import type { Problem } from '../problem.ts';
import { closed, converted, named, oneOf, StoredTime, text, Uuid } from '../schema.ts';

/** As the reference service has them: an incomplete rule is one to review. */
const COMPLIANCE_STATUSES = ['PASS', 'REVIEW', 'FAIL'] as const;
export type ComplianceStatus = (typeof COMPLIANCE_STATUSES)[number];

/** Read by the route: `usdot_number` is not looked at if `usdot_numbers` is sent. */
export const ComplianceQuery = Type.Object({
  usdot_number: Type.Optional(
    text({ maxLength: 100, description: 'One USDOT number. Ignored if `usdot_numbers` is sent.' }),
  ),
  usdot_numbers: Type.Optional(
    text({ maxLength: 2_000, description: 'Up to 50 USDOT numbers, separated by commas.' }),
  ),
});
export const OneCarrier = Type.Object({
  usdot_number: converted<number>('contact-usdot', { minLength: 1, maxLength: 100 }),
});
export const SeveralCarriers = Type.Object({
  usdot_numbers: converted<number[]>('contact-usdots', { minLength: 1, maxLength: 2_000 }),
});

const total = closed({ total: Type.Integer() });
const ComplianceRule = named('ComplianceRule', {
  rule_result_description: Type.String(),
  status: oneOf(COMPLIANCE_STATUSES),
  category: Type.String({ examples: ['Authority'] }),
  rule_order: Type.Optional(Type.String({ examples: ['1'] })),
  incomplete: Type.Optional(
    Type.Boolean({
      description: 'A file or record that the rule rests on is missing. `status` is REVIEW then.',
    }),
  ),
});
const ComplianceStatusTotals = named('ComplianceStatusTotals', { pass: total, fail: total, review: total });
const results = { rules: Type.Array(ComplianceRule), rule_status: ComplianceStatusTotals };
export const ComplianceRules = named('ComplianceRules', {
  ...Type.Partial(Type.Object(results)).properties,
  results: Type.Optional(
    Type.Array(
      closed({
        usdot_number: Type.String(),
        found: Type.Boolean({ description: 'Whether any federal register has the carrier.' }),
        ...Type.Partial(Type.Object(results)).properties,
      }),
      { description: 'One for each carrier, if `usdot_numbers` was sent. Then there is nothing else.' },
    ),
  ),
});
export type ComplianceRules = Static<typeof ComplianceRules>;

const RULE_STATUSES = ['enabled', 'disabled'] as const;
/** Without its values in the schema, the serializer would leave them out. */
const cases = Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 100 }), Type.Number()]), {
  maxProperties: 100,
});
const paramValues = Type.Record(
  Type.String(),
  Type.Union([Type.Boolean(), Type.Number(), Type.String({ maxLength: 100 }), cases]),
  {
    maxProperties: 50,
    description:
      'The parameters of the rule. `decision_matrix` says what each case means: pass, review or fail.',
    examples: [{ date_interval: '2_years', decision_matrix: { false: 'review', true: 'pass' } }],
  },
);
export const CustomerComplianceRules = named('CustomerComplianceRules', {
  rules: Type.Array(
    named('CustomerComplianceRule', {
      id: Uuid,
      rule_name: Type.String({ examples: ['Authority age'] }),
      status: oneOf(RULE_STATUSES),
      param_values: paramValues,
    }),
  ),
});
export const ComplianceRuleParams = Type.Object({ customer_rule_id: Uuid });
export const UpdateComplianceRule = named('UpdateComplianceRule', {
  status: Type.Optional(oneOf(RULE_STATUSES)),
  param_values: Type.Optional(paramValues),
});
export const UpdatedComplianceRule = named('UpdatedComplianceRule', {
  status_code: Type.String({ examples: ['200'] }),
  message: Type.String(),
});

export function ruleChangeProblems(change: Static<typeof UpdateComplianceRule>): Problem[] {
  if (Object.keys(change).length > 0) return [];
  const msg = 'At least one of status and param_values is required';
  return [{ type: 'value_error', loc: ['body', 'status'], msg, input: null }];
}

export const LISTS = ['allow', 'block'] as const;
export const ListedCarrier = named('ListedCarrier', {
  usdot_number: Type.String(),
  list: oneOf(LISTS),
  note: Type.String(),
  added_at: StoredTime,
});
export const PutListedCarrier = Type.Object(
  {
    list: oneOf(LISTS),
    note: Type.Optional(
      text({ maxLength: 500, description: 'Shown as the reason, for example of a block.' }),
    ),
  },
  { $id: 'PutListedCarrier' },
);
export const ListedCarrierParams = Type.Object({
  usdot_number: converted<number>('usdot-number', { minLength: 1, maxLength: 40 }),
});
export const ListedCarriersQuery = Type.Object({
  list: Type.Optional(oneOf(LISTS)),
  ...pageQuery({ maxPage: 100_000, maxSize: 500, size: 100 }),
});
