import Type from 'typebox';
import { ListedCarriers } from '../../../contract/brokers/check.ts';
import {
  ComplianceQuery,
  ComplianceRuleParams,
  ComplianceRules,
  CustomerComplianceRules,
  ListedCarrier,
  ListedCarrierParams,
  ListedCarriersQuery,
  OneCarrier,
  PutListedCarrier,
  ruleChangeProblems,
  SeveralCarriers,
  UpdateComplianceRule,
  UpdatedComplianceRule,
} from '../../../contract/brokers/vetting.ts';
import { createValidator } from '../../../contract/validate.ts';
import { complianceOf, describeCompliance } from '../../../domain/vetting/compliance.ts';
import { customerRules, ruleProblems, updateCustomerRule } from '../../../domain/vetting/customer-rules.ts';
import { pageListEntries, putListEntry, removeListEntry } from '../../../domain/vetting/list-entries.ts';
import { AppError } from '../../../lib/errors.ts';
import { askingOf, user } from '../../access.ts';
import { type Route, routeOf } from '../../route.ts';
import { numbered, numberedPage } from './numbered.ts';

const route = routeOf('Brokers');
const readers = user({ roles: ['admin', 'external-api-compliance-rules'] });
const editors = user({ roles: ['admin', 'external-api-update-compliance-rules'] });

const validateOne = createValidator(OneCarrier, 'query');
const validateSeveral = createValidator(SeveralCarriers, 'query');
/** `usdot_numbers` wins. A request with neither has the problem of a missing `usdot_number`. */
const carriersOf = (query: { usdot_number?: string; usdot_numbers?: string }) =>
  query.usdot_numbers === undefined ? validateOne(query) : validateSeveral(query);

export const vettingRoutes: Route[] = [
  route('GET /compliance-rules', {
    operationId: 'listComplianceRules',
    summary: "Check carriers against your organization's vetting rules",
    description:
      'One carrier (`usdot_number`) gives `rules` and `rule_status`; up to 50 (`usdot_numbers`) give `results`. Nothing is kept: `POST /checks` keeps a check.',
    access: readers,
    rate: 'expensive',
    audit: { action: 'compliance.check', kind: 'read', object: ['carrier', 'query.usdot_number'] },
    errorForm: 'text-404-message',
    query: ComplianceQuery,
    success: { schema: ComplianceRules, description: 'The result of each rule.' },
    errors: { 404: 'No federal register has any of the carriers.' },
    rules: (_services, { query }) => carriersOf(query).problems,
    handler: async ({ vetting }, { query, caller }) => {
      const { usdot_number: one, usdot_numbers: several } = carriersOf(query).value as {
        usdot_number?: number;
        usdot_numbers?: number[];
      };
      const usdotNumbers = several ?? [one ?? 0];
      const found = await complianceOf(vetting, askingOf(caller), usdotNumbers);
      if (found.size === 0) throw new AppError('not_found', 'No federal register has the carrier.');
      const [first] = found.values();
      if (several === undefined && first) return describeCompliance(first);
      return {
        results: usdotNumbers.map((usdotNumber) => {
          const own = found.get(usdotNumber);
          const usdot_number = String(usdotNumber);
          return own
            ? { usdot_number, found: true, ...describeCompliance(own) }
            : { usdot_number, found: false };
        }),
      };
    },
  }),
  route('GET /customer-compliance-rules', {
    operationId: 'listCustomerComplianceRules',
    summary: "List your organization's vetting rules",
    access: readers,
    audit: { action: 'compliance-rule.list', kind: 'read' },
    errorForm: 'text-404-message',
    success: { schema: CustomerComplianceRules, description: 'All rules with their parameters.' },
    handler: async ({ database }, { caller }) => ({
      rules: (await customerRules(database, caller.organization_id)).map(
        ({ id, rule, isEnabled, params }) => ({
          ...{ id, rule_name: rule.name, status: isEnabled ? ('enabled' as const) : ('disabled' as const) },
          param_values: params as never,
        }),
      ),
    }),
  }),
  route('PATCH /customer-compliance-rules/:customer_rule_id', {
    operationId: 'updateCustomerComplianceRule',
    summary: 'Change a vetting rule',
    description:
      'Enables or disables a rule, or changes parameters. Parameters that are not named stay as they are. Checks that were kept do not change.',
    access: editors,
    audit: {
      action: 'compliance-rule.update',
      kind: 'change',
      object: ['compliance-rule', 'params.customer_rule_id'],
    },
    errorForm: 'text-404-message',
    params: ComplianceRuleParams,
    body: UpdateComplianceRule,
    example: { status: 'enabled', param_values: { review_below_days: 365 } },
    success: { schema: UpdatedComplianceRule, description: 'The rule was changed.' },
    errors: { 404: 'Your organization has no such rule.' },
    rules: (_services, { params: { customer_rule_id: id = '' }, body }, caller) => [
      ...ruleChangeProblems(body),
      ...(caller ? ruleProblems(caller.organization_id, id, body.param_values ?? {}) : []),
    ],
    handler: async ({ database }, { params, body, caller }) => {
      const { rule } = await updateCustomerRule(
        database,
        caller.organization_id,
        params.customer_rule_id,
        body,
      );
      return { status_code: '200', message: `The rule ${rule.name} was changed.` };
    },
  }),
  route('GET /vetting/carriers', {
    operationId: 'listListedCarriers',
    summary: "List the carriers on your organization's allow and block lists",
    access: readers,
    audit: { action: 'vetting-list.list', kind: 'read' },
    query: ListedCarriersQuery,
    success: { schema: ListedCarriers, description: 'A page, by USDOT number.' },
    handler: async ({ database }, { query, caller }) => {
      const reading = pageListEntries(database, caller.organization_id, query);
      const { rows: carriers, pagination } = await numberedPage(query, reading);
      return { carriers, pagination };
    },
  }),
  route('PUT /vetting/carriers/:usdot_number', {
    operationId: 'putListedCarrier',
    summary: 'Put a carrier on the allow or the block list',
    description:
      'A carrier is on one list at most. The rules `Own block list` and `Own allow list` say what it means.',
    access: editors,
    audit: { action: 'vetting-list.put', kind: 'change', object: ['carrier', 'params.usdot_number'] },
    params: ListedCarrierParams,
    body: PutListedCarrier,
    example: { list: 'block', note: 'Double brokered load 4711' },
    success: { schema: ListedCarrier, description: 'The carrier is on the list.' },
    handler: async ({ database }, { params, body: { list, note = '' }, caller }) =>
      numbered(await putListEntry(database, caller.organization_id, params.usdot_number, { list, note })),
  }),
  route('DELETE /vetting/carriers/:usdot_number', {
    operationId: 'deleteListedCarrier',
    summary: 'Remove a carrier from its list',
    access: editors,
    audit: { action: 'vetting-list.delete', kind: 'change', object: ['carrier', 'params.usdot_number'] },
    params: ListedCarrierParams,
    success: { status: 204, description: 'The carrier is on neither list.', schema: Type.Null() },
    errors: { 404: 'The carrier is on neither list.' },
    handler: async ({ database }, { params, caller, reply }) => {
      await removeListEntry(database, caller.organization_id, params.usdot_number);
      return reply.code(204).send();
    },
  }),
];
