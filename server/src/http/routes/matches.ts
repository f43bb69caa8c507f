import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import {
  ChangeMatch,
  MATCH_STATES,
  MAX_EXPORTED_MATCHES,
  MatchesExportQuery,
  MatchParams,
  MatchWork,
  Members,
  WorkedMatches,
  WorkedMatchesQuery,
} from '../../contract/alerts/match-work.ts';
import { showMatchedSighting } from '../../contract/match.ts';
import { identifyingFieldNames } from '../../contract/truck-fields.ts';
import { changeMatch, listMembers, readHistory } from '../../domain/alerts/work/change-match.ts';
import { exportMatches, findMatch, type MatchRow, pageMatches } from '../../domain/alerts/work/matches.ts';
import { takeQuota } from '../../domain/quotas/quota-store.ts';
import { AppError } from '../../lib/errors.ts';
import { type Caller, user } from '../access.ts';
import { shown } from '../plugins/audit.ts';
import { type Route, routeOf } from '../route.ts';
import type { Services } from '../services.ts';
import { storedImages } from '../sighting-images.ts';
import { csvLines } from '../streams/write-rows.ts';
import { READ_ROLES, scopeOf } from './alerts.ts';

const route = routeOf('Alerts');
const access = user({ roles: READ_ROLES });
const errors = { 404: 'There is no such match.' };
const WHOSE = 'Matches of the alerts that the caller may read, and those that are assigned to the caller.';

async function show(services: Services, request: FastifyRequest, matches: MatchRow[]) {
  const imagesOf = await storedImages(
    services,
    request,
    matches.map(({ sighting }) => sighting),
  );
  return matches.map(({ sighting, ...match }) => ({
    ...match,
    sighting: showMatchedSighting(sighting, imagesOf(sighting)),
  }));
}

async function readMatch(services: Services, request: FastifyRequest, caller: Caller, matchId: number) {
  const { db } = services.alerts;
  const row = await findMatch(db, scopeOf(caller), matchId);
  if (row === null) throw new AppError('not_found', errors[404]);
  const [match] = await show(services, request, [row]);
  return { ...match, history: await readHistory(db, caller.organization_id, matchId) } as never;
}

const COLUMNS = [
  ...['match_id', 'alert_id', 'alert_name', 'matched_at', 'fired_at', 'is_silent', 'state', 'assignee'],
  ...[
    'changed_at',
    'time_captured',
    'location_city',
    'location_state',
    'route',
    'usdot_number',
    'carrier_name',
  ],
  ...[...identifyingFieldNames(), 'plate_state', 'source'],
];

async function* cells(pages: AsyncIterable<MatchRow[]>, request: FastifyRequest): AsyncGenerator<object[]> {
  for await (const rows of pages) {
    shown(
      request,
      rows.map(({ sighting: { alpr_plate_number, vin } }) => ({ alpr_plate_number, vin })),
    );
    yield rows.map(({ sighting, matched_at, fired_at, changed_at, assignee, ...row }) => ({
      ...showMatchedSighting(sighting, []),
      ...row,
      matched_at: matched_at.toISOString(),
      fired_at: fired_at?.toISOString(),
      changed_at: changed_at?.toISOString(),
      assignee: assignee?.email,
    }));
    if (request.raw.destroyed) return;
  }
}

export const matchRoutes: Route[] = [
  route('GET /members', {
    operationId: 'listMembers',
    summary: 'List the people who can be given a match',
    description: 'Users of your organization who may read alerts, without programs and disabled users.',
    access,
    audit: { action: 'member.list', kind: 'read' },
    success: { schema: Members, description: 'The members.' },
    handler: async ({ alerts }, { caller }) => ({
      members: await listMembers(alerts.db, caller.organization_id, READ_ROLES),
    }),
  }),
  route('GET /matches', {
    operationId: 'listWorkedMatches',
    summary: 'List matches of all alerts with their state and assignee, newest first',
    description: WHOSE,
    access,
    audit: { action: 'match.search', kind: 'read', showsVehicles: true },
    query: WorkedMatchesQuery,
    success: { schema: WorkedMatches, description: 'A page of matches.' },
    handler: async (services, { query, caller, request }) => {
      const { cursor = null, page_size: pageSize, ...filters } = query;
      const page = await pageMatches(services.alerts.db, scopeOf(caller), filters, { cursor, pageSize });
      return {
        matches: await show(services, request, page.matches),
        next_cursor: page.nextCursor === null ? null : String(page.nextCursor),
      };
    },
  }),
  route('GET /matches/export.csv', {
    operationId: 'exportMatches',
    summary: 'Export matches as CSV',
    description: `The matches of \`GET /matches\` with the same filters, at most ${MAX_EXPORTED_MATCHES.toLocaleString('en-US')}. The response is streamed.`,
    access,
    rate: 'expensive',
    audit: { action: 'match.export', kind: 'read', showsVehicles: true },
    query: MatchesExportQuery,
    success: { contentType: 'text/csv', description: 'One match per line.' },
    handler: async ({ alerts: { db, clock } }, { query, caller, request, reply }) => {
      await takeQuota(db, caller.organization_id, 'exports_per_day', 1, clock.now());
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="matches.csv"')
        .send(Readable.from(csvLines(COLUMNS, cells(exportMatches(db, scopeOf(caller), query), request))));
    },
  }),
  route('GET /matches/:match_id', {
    operationId: 'getMatch',
    summary: 'Get a match with the history of its state, assignee and notes',
    description: WHOSE,
    access,
    audit: { action: 'match.read', kind: 'read', object: ['match', 'params.match_id'], showsVehicles: true },
    params: MatchParams,
    success: { schema: MatchWork, description: 'The match.' },
    errors,
    handler: (services, { params, caller, request }) => readMatch(services, request, caller, params.match_id),
  }),
  route('PATCH /matches/:match_id', {
    operationId: 'changeMatch',
    summary: 'Change the state or the assignee of a match, or add a note',
    description: `Each request adds one entry to the history. States: ${MATCH_STATES.map((name) => `\`${name}\``).join(', ')}. Notifications do not change. ${WHOSE}`,
    access,
    audit: {
      action: 'match.update',
      kind: 'change',
      object: ['match', 'params.match_id'],
      showsVehicles: true,
    },
    params: MatchParams,
    body: ChangeMatch,
    example: { state: 'recovered', note: 'Found at the yard in Amarillo. Police report 20-117.' },
    success: { schema: MatchWork, description: 'The match.' },
    errors: { ...errors, 429: 'A quota is reached.' },
    rules: (_services, { body }) =>
      body.state === undefined && body.assignee_id === undefined && !body.note
        ? [{ type: 'missing', loc: ['body'], msg: 'state, assignee_id or note is required', input: null }]
        : [],
    handler: async (services, { params, body, caller, request }) => {
      const { db, clock } = services.alerts;
      const by = { scope: scopeOf(caller), userId: caller.user_id, readers: READ_ROLES, now: clock.now() };
      await changeMatch(db, by, params.match_id, body);
      return readMatch(services, request, caller, params.match_id);
    },
  }),
];
