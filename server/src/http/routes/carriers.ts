import { Readable } from 'node:stream';
import { RelatedCarriers } from '../../contract/brokers/related.ts';
import {
  AuthorityPeriods,
  CarrierHistory,
  CarrierList,
  CarriersQuery,
  HistoryParams,
  HistoryQuery,
  InsuranceFilings,
  MAX_FILINGS,
  MAX_SEARCH_RESULTS,
  SEARCH_PAGE_SIZE,
} from '../../contract/carrier.ts';
import { ErrorDetailOrInvalidFields } from '../../contract/problem.ts';
import {
  AsOfQuery,
  asOfProblems,
  CarrierProfile,
  ProfileQuery,
  ProfilesQuery,
  type SectionName,
} from '../../contract/profile.ts';
import {
  ExplainQuery,
  MAX_SCORE_MONTHS,
  ScoreExplanation,
  ScoreHistory,
  ScoresParams,
} from '../../contract/scores.ts';
import { CarrierSignals, CarrierVerdict, SignalsParams } from '../../contract/signals.ts';
import { runWithin } from '../../db/run-within.ts';
import { readHistory } from '../../domain/carriers/history/read-history.ts';
import { readAuthorityPeriods } from '../../domain/carriers/profile/authority-periods.ts';
import { readInsuranceFilings } from '../../domain/carriers/profile/insurance-filings.ts';
import { readProfile } from '../../domain/carriers/profile/read-profile.ts';
import { readRelated } from '../../domain/carriers/related/read-related.ts';
import { searchCarriers } from '../../domain/carriers/search/search-carriers.ts';
import { readSignals, SIGNAL_DAYS } from '../../domain/carriers/signals/read-signals.ts';
import { readVerdict } from '../../domain/carriers/verdict/read-verdict.ts';
import { takeQuota } from '../../domain/quotas/quota-store.ts';
import { explainScores } from '../../domain/safety/explain/explain-scores.ts';
import { readScoreHistory } from '../../domain/safety/read-scores.ts';
import { mapInOrder } from '../../lib/async/map-concurrent.ts';
import { type Caller, insuranceUser, seesAllSightings, user } from '../access.ts';
import { shown } from '../plugins/audit.ts';
import { type Route, routeOf } from '../route.ts';

const route = routeOf('Carriers');

/** Any user; the contract requires 403 for an expired token. */
const profileAccess = user({ expired: 'forbidden' });

function withheldFrom({ roles }: Caller): Set<SectionName> {
  const withheld = new Set<SectionName>();
  if (!roles.includes('external-api-carrier-iss-score')) withheld.add('iss_basics');
  if (!roles.includes('external-api-carrier-profile-vin')) withheld.add('vin_details');
  return withheld;
}

const signalsAccess = insuranceUser();
const mayReadSignals = (caller: Caller) => signalsAccess.permits?.(caller) ?? false;

const PROFILES_AT_ONCE = 2;

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

export const carrierRoutes: Route[] = [
  route('GET /carrier/profile/fmcsa', {
    operationId: 'getCarrierProfile',
    summary: 'Get the safety, authority, insurance, violations, crashes and fleet of a carrier',
    description:
      'Sections are resolved independently and concurrently. A section that failed, exceeded its deadline, is withheld or rests on files that are not loaded is null, with an entry in `errors`; the status is still 200.',
    access: profileAccess,
    rate: 'expensive',
    audit: {
      action: 'profile.read',
      kind: 'read',
      object: ['carrier', 'query.usdot_number'],
      showsVehicles: true,
    },
    query: ProfileQuery,
    success: { schema: CarrierProfile, description: 'The profile.' },
    rules: ({ clock }, { query }) => asOfProblems(query.as_of, clock.now()),
    handler: ({ profile }, { query, caller }) => {
      const vin = query.vin.toUpperCase().replace(/[\s.-]/g, '');
      return readProfile(profile, {
        usdotNumber: query.usdot_number,
        vin: vin === '' ? null : vin,
        asOf: query.as_of === '' ? null : query.as_of,
        sources: query.sources,
        withheld: withheldFrom(caller),
      });
    },
  }),
  route('GET /carrier/profile/fmcsa/batch', {
    operationId: 'listCarrierProfiles',
    summary: 'Get the profiles of several carriers, one per line',
    description:
      'NDJSON in the order of the request; each line is sent as soon as it is ready. Without `vin_details`.',
    access: profileAccess,
    rate: 'expensive',
    audit: {
      action: 'profile.list',
      kind: 'read',
      object: ['carrier', 'query.usdot_number'],
      showsVehicles: true,
    },
    query: ProfilesQuery,
    success: {
      contentType: 'application/x-ndjson',
      schema: CarrierProfile,
      description: 'One profile per line.',
    },
    rules: ({ clock }, { query }) => asOfProblems(query.as_of, clock.now()),
    handler: async ({ profile, database, clock }, { query, caller, request, reply }) => {
      await takeQuota(database, caller.organization_id, 'exports_per_day', 1, clock.now());
      const asOf = query.as_of === '' ? null : query.as_of;
      const withheld = withheldFrom(caller);
      const profiles = mapInOrder(PROFILES_AT_ONCE, query.usdot_number, async (usdotNumber) =>
        shown(
          request,
          await readProfile(profile, { usdotNumber, vin: null, asOf, sources: query.sources, withheld }),
        ),
      );
      return reply.type('application/x-ndjson').send(Readable.from(linesOf(profiles)));
    },
  }),
  route('GET /carrier/:usdot_number/signals', {
    operationId: 'getCarrierSignals',
    summary: 'Get unusual facts about a carrier, with the rows that show them',
    description: `Covers the sightings of the last ${SIGNAL_DAYS} days, or with \`as_of\` of the ${SIGNAL_DAYS} days up to that day, compared with the registers as loaded now. Signals that do not apply are left out.`,
    access: signalsAccess,
    rate: 'expensive',
    audit: {
      action: 'signal.list',
      kind: 'read',
      object: ['carrier', 'params.usdot_number'],
      showsVehicles: true,
    },
    params: SignalsParams,
    query: AsOfQuery,
    success: { schema: CarrierSignals, description: 'The signals that apply.' },
    rules: ({ clock }, { query }) => asOfProblems(query.as_of, clock.now()),
    handler: ({ profile }, { params, query }) =>
      readSignals(profile, params.usdot_number, query.as_of || null),
  }),
  route('GET /carrier/:usdot_number/verdict', {
    operationId: 'getCarrierVerdict',
    summary: 'Get whether a carrier is clear, needs a closer look or must not be used, with the reasons',
    description:
      'The rule is in `docs/carriers.md`. What is not known is never clear. Signals count only for callers who may read them.',
    access: profileAccess,
    rate: 'expensive',
    audit: { action: 'verdict.read', kind: 'read', object: ['carrier', 'params.usdot_number'] },
    params: SignalsParams,
    query: AsOfQuery,
    success: { schema: CarrierVerdict, description: 'The verdict and its reasons.' },
    rules: ({ clock }, { query }) => asOfProblems(query.as_of, clock.now()),
    handler: ({ profile }, { params, query, caller }) =>
      readVerdict(profile, {
        usdotNumber: params.usdot_number,
        asOf: query.as_of || null,
        mayReadSignals: mayReadSignals(caller),
      }),
  }),
  route('GET /carrier/:usdot_number/related', {
    operationId: 'listRelatedCarriers',
    summary: 'List carriers that share contacts or vehicles with a carrier, now or before',
    description:
      'Phones, emails, officers and addresses of the company census and its archive, and VINs and plates of the last three years, each with the days on which both carriers had it. Links by sightings are shown to callers who may see the sightings of all cameras.',
    access: profileAccess,
    rate: 'expensive',
    audit: {
      action: 'related.list',
      kind: 'read',
      object: ['carrier', 'params.usdot_number'],
      showsVehicles: true,
    },
    params: SignalsParams,
    success: {
      schema: RelatedCarriers,
      description: 'The carriers, those with the most kinds of links first.',
    },
    handler: ({ profile }, { params, caller }) =>
      readRelated(profile, { usdotNumber: params.usdot_number, seesSightings: seesAllSightings(caller) }),
  }),
  route('GET /carrier/:usdot_number/history', {
    operationId: 'getCarrierHistory',
    summary: 'List what changed in the federal registers about a carrier',
    description:
      'FMCSA overwrites its registers. Each import records the values that its file replaces, with the days of the files that had them. `sources` states since when each file is archived.',
    access: profileAccess,
    rate: 'expensive',
    audit: { action: 'history.list', kind: 'read', object: ['carrier', 'params.usdot_number'] },
    params: HistoryParams,
    query: HistoryQuery,
    success: { schema: CarrierHistory, description: 'The changes, the latest first.' },
    handler: ({ profile }, { params, query }) =>
      readHistory(profile, params.usdot_number, {
        field: query.field ?? null,
        page: query.page,
        pageSize: query.page_size,
      }),
  }),
  route('GET /carrier/:usdot_number/insurance', {
    operationId: 'listInsuranceFilings',
    summary: 'List the insurance filings of a carrier, past and present',
    description: `From both registers, each filing once, the newest ${MAX_FILINGS} first. \`as_of\` shows what was known on that day: filings and ends of filings that became known later are left out.`,
    access: profileAccess,
    params: SignalsParams,
    query: AsOfQuery,
    success: { schema: InsuranceFilings, description: 'The filings.' },
    rules: ({ clock }, { query }) => asOfProblems(query.as_of, clock.now()),
    handler: ({ profile }, { params, query }) =>
      readInsuranceFilings(profile, params.usdot_number, query.as_of || null),
  }),
  route('GET /carrier/:usdot_number/authority', {
    operationId: 'getAuthorityPeriods',
    summary: 'Get the periods in which the authorities of a carrier were active',
    description:
      'Computed from the events, orders and registers of both licensing systems. An order that was discontinued never took effect.',
    access: profileAccess,
    params: SignalsParams,
    query: AsOfQuery,
    success: { schema: AuthorityPeriods, description: 'The periods.' },
    rules: ({ clock }, { query }) => asOfProblems(query.as_of, clock.now()),
    handler: ({ profile }, { params, query }) =>
      readAuthorityPeriods(profile, params.usdot_number, query.as_of || null),
  }),
  route('GET /carrier/:usdot_number/scores/history', {
    operationId: 'getScoreHistory',
    summary: 'Get the percentiles of a carrier month by month',
    description: `The stored monthly runs of the current method, at most ${MAX_SCORE_MONTHS}, with the threshold of each category. The same percentiles are in \`oos\` of the profile of each month. Percentiles of property carriers, Hazardous Materials, Crash Indicator and ISS are our own calculation: FMCSA does not publish them.`,
    access: profileAccess,
    params: ScoresParams,
    query: AsOfQuery,
    success: { schema: ScoreHistory, description: 'Every category of the method with a point for each run.' },
    rules: ({ clock }, { query }) => asOfProblems(query.as_of, clock.now()),
    handler: ({ profile }, { params, query }) =>
      runWithin(profile.budgets.scores, (db) =>
        readScoreHistory(db, params.usdot_number, { asOf: query.as_of || null }),
      ),
  }),
  route('GET /carriers', {
    operationId: 'searchCarriers',
    summary: 'Search carriers by name, DBA, USDOT number, docket, city or state',
    description: `Matches the beginning of words; a word that no carrier has matches the most similar words. ${SEARCH_PAGE_SIZE} carriers per page, at most ${MAX_SEARCH_RESULTS} in all.`,
    access: user(),
    rate: 'expensive',
    query: CarriersQuery,
    success: { schema: CarrierList, description: 'The carriers, best match first.' },
    errors: {
      400: { schema: ErrorDetailOrInvalidFields, description: 'The query is missing, empty or too long.' },
    },
    handler: ({ database }, { query: { query, page } }) => searchCarriers(database, query, page),
  }),
  route('GET /carrier/:usdot_number/scores/explain', {
    operationId: 'explainScores',
    summary: 'Explain the safety scores of a carrier',
    description:
      'Returns the inspections, violations, weights and peer group behind each measure and percentile and, with `without`, the scores if those violations were removed. Percentiles of property carriers, Hazardous Materials, Crash Indicator and ISS are our own calculation: FMCSA does not publish them.',
    access: user({ roles: ['external-api-carrier-iss-score'] }),
    rate: 'expensive',
    params: ScoresParams,
    query: ExplainQuery,
    success: {
      schema: ScoreExplanation,
      description: 'Every requested category, in the order of the method.',
    },
    errors: {
      400: {
        schema: ErrorDetailOrInvalidFields,
        description: 'A parameter is invalid, or no violation has an id.',
      },
      404: 'No carrier has this USDOT number, or it has no scores yet.',
    },
    handler: ({ database }, { params, query }) =>
      explainScores(database, params.usdot_number, {
        method: query.method ?? 'current',
        basic: query.basic ?? null,
        without: query.without ?? [],
        events: query.events ?? true,
      }),
  }),
];
