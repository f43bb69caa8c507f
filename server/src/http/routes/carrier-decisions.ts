import Type from 'typebox';
import {
  CarrierDecision,
  CarrierDecisions,
  CreateCarrierDecision,
  DecisionParams,
  DecisionsParams,
  DecisionsQuery,
  decisionProblems,
} from '../../contract/brokers/carrier-decision.ts';
import { paginationOf } from '../../contract/pagination.ts';
import {
  addDecision,
  currentDecision,
  deleteDecision,
  pageDecisions,
} from '../../domain/carriers/decisions/decision-store.ts';
import { namesOf } from '../../domain/carriers/search/search-vehicles.ts';
import { verdictSummary } from '../../domain/carriers/verdict/verdict-summary.ts';
import { DECISION_ROLES, seesAllSightings, user } from '../access.ts';
import { type Route, routeOf } from '../route.ts';

const route = routeOf('Carriers');
const readers = user();
const writers = user({ roles: DECISION_ROLES });
const aboutCarrier = ['carrier', 'params.usdot_number'] as const;

export const carrierDecisionRoutes: Route[] = [
  route('GET /carrier/:usdot_number/decisions', {
    operationId: 'listCarrierDecisions',
    summary: "List your organization's decisions and notes on a carrier, newest first",
    description: '`current` is the newest entry with a decision.',
    access: readers,
    audit: { action: 'decision.list', kind: 'read', object: aboutCarrier },
    params: DecisionsParams,
    query: DecisionsQuery,
    success: { schema: CarrierDecisions, description: 'The decision in force, and a page of entries.' },
    handler: async ({ database }, { params, query: { page, page_size: pageSize }, caller }) => {
      const found = await pageDecisions(database, caller.organization_id, params.usdot_number, {
        page,
        pageSize,
      });
      const { decisions, total, current } = found;
      return { current, decisions, pagination: paginationOf(page, pageSize, decisions.length, total) };
    },
  }),
  route('POST /carrier/:usdot_number/decisions', {
    operationId: 'createCarrierDecision',
    summary: 'Decide whether a carrier is used, or write a note about it',
    description:
      'Entries are kept with the person and the time. A decision is for people: it changes neither the verdict nor the vetting rules, whose allow and block lists are `PUT /vetting/carriers/{usdot_number}`.',
    access: writers,
    audit: { action: 'decision.create', kind: 'change', object: aboutCarrier },
    params: DecisionsParams,
    body: CreateCarrierDecision,
    example: { decision: 'look_closer', note: 'Asked for the certificate of insurance.' },
    isIdempotent: true,
    rules: (_services, { body }) => decisionProblems(body),
    success: { status: 201, schema: CarrierDecision, description: 'The entry.' },
    handler: ({ database, clock }, { params, body: { decision = null, note = '' }, caller, once }) => {
      const person = { organizationId: caller.organization_id, userId: caller.user_id };
      return once(database, (db) =>
        addDecision(db, person, params.usdot_number, { decision, note }, clock.now()),
      );
    },
  }),
  route('DELETE /carrier/:usdot_number/decisions/:decision_id', {
    operationId: 'deleteCarrierDecision',
    summary: 'Delete a decision or note on a carrier',
    access: writers,
    audit: { action: 'decision.delete', kind: 'change', object: aboutCarrier },
    params: DecisionParams,
    success: { status: 204, description: 'The entry was deleted.', schema: Type.Null() },
    errors: {
      403: 'The user is neither its author nor an administrator.',
      404: 'There is no such decision.',
    },
    handler: async ({ database }, { params, caller, reply }) => {
      const { organization_id: organizationId, user_id: userId, roles } = caller;
      const { usdot_number: usdotNumber, decision_id: id } = params;
      const asked = { usdotNumber, id, isAdmin: roles.includes('admin') };
      await deleteDecision(database, { organizationId, userId }, asked);
      return reply.code(204).send();
    },
  }),
  route('GET /carrier/:usdot_number/summary', {
    operationId: 'getCarrierSummary',
    summary: 'Download the verdict on a carrier as one page',
    description:
      "A PDF with the verdict, your organization's decision, the reasons with their evidence, the key figures, and the days of the loaded files.",
    access: readers,
    rate: 'expensive',
    audit: { action: 'verdict.print', kind: 'read', object: aboutCarrier },
    params: DecisionsParams,
    success: { contentType: 'application/pdf', description: 'The page.' },
    handler: async ({ database, profile }, { params, caller, reply }) => {
      const { usdot_number: usdotNumber } = params;
      const [names, decision] = await Promise.all([
        namesOf(database, [usdotNumber]),
        currentDecision(database, caller.organization_id, usdotNumber),
      ]);
      const bytes = await verdictSummary(profile, {
        ...{ usdotNumber, decision, legalName: names.get(usdotNumber) ?? '' },
        ...{ organizationName: caller.organization_name, isDemo: caller.is_demo },
        mayReadSignals: seesAllSightings(caller),
      });
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename="carrier-${usdotNumber}.pdf"`)
        .send(bytes);
    },
  }),
];
