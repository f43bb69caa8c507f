import { Readable } from 'node:stream';
import { paginationOf } from '../../contract/pagination.ts';
import { Case, CaseParams, Cases, CasesQuery, CreateCase } from '../../contract/sightings/cases.ts';
import { makePack } from '../../domain/cases/case-pack.ts';
import { type CaseRow, insertCase, pageCases, readCase } from '../../domain/cases/case-store.ts';
import { takeQuota } from '../../domain/quotas/quota-store.ts';
import { IMAGE_READ_ROLES, user } from '../access.ts';
import { shown } from '../plugins/audit.ts';
import { type Route, routeOf } from '../route.ts';
import { requireVins, seesQuality, viewerOf } from '../sighting-access.ts';

const route = routeOf('Observations');
const access = user({ token: 'either', roles: IMAGE_READ_ROLES });
const NOT_FOUND = { 404: 'There is no such case.' };

const show = ({ plate_state, usdot_number, start_time, end_time, ...row }: CaseRow) => ({
  ...row,
  plate_state: plate_state || null,
  usdot_number: usdot_number === 0 ? null : String(usdot_number),
  start: start_time,
  end: end_time,
});

export const caseRoutes: Route[] = [
  route('POST /cases', {
    operationId: 'createCase',
    summary: 'Open a case: a vehicle and a period',
    description:
      'A case is what a signed pack for police and insurers is made from. A VIN requires the role `carrier-observations-vin-endpoint` where sightings of others are searched.',
    access,
    audit: { action: 'case.create', kind: 'change', object: ['case', 'response.id'], showsVehicles: true },
    body: CreateCase,
    example: {
      ...{ kind: 'trailer', value: 'T1563', title: 'Stolen trailer, claim 20-117' },
      ...{ start: '2026-11-01T00:00:00Z', end: '2026-11-18T00:00:00Z' },
    },
    isIdempotent: true,
    success: { status: 201, schema: Case, description: 'The case.' },
    errors: { 403: 'The user lacks the role for VINs.' },
    rules: (_services, { body: { start, end } }) =>
      start && end && start >= end
        ? [
            {
              type: 'value_error',
              loc: ['body', 'start'],
              msg: 'The start must be before the end',
              input: start,
            },
          ]
        : [],
    handler: async ({ database, clock }, { body, caller, request, once }) => {
      const { kind, value, plate_state, usdot_number, start, end, title, note = '' } = body;
      if (kind === 'vin') requireVins(caller);
      shown(request, { [kind]: value });
      const row = {
        ...{ kind, value, plate_state: plate_state ?? '', usdot_number: usdot_number ?? 0, title, note },
        ...{ start_time: start, end_time: end, created_at: clock.now(), created_by: caller.user_id },
      };
      return show(await once(database, (db) => insertCase(db, caller.organization_id, row)));
    },
  }),
  route('GET /cases', {
    operationId: 'listCases',
    summary: "List your organization's cases, newest first",
    access,
    audit: { action: 'case.list', kind: 'read', showsVehicles: true },
    query: CasesQuery,
    success: { schema: Cases, description: 'A page of cases.' },
    handler: async ({ database }, { query, caller, request }) => {
      const { rows: cases, total } = await pageCases(database, caller.organization_id, query);
      shown(
        request,
        cases.map(({ kind, value }) => ({ [kind]: value })),
      );
      return {
        cases: cases.map(show),
        pagination: paginationOf(query.page, query.page_size, cases.length, total),
      };
    },
  }),
  route('GET /cases/:case_id', {
    operationId: 'getCase',
    summary: 'Get a case',
    access,
    audit: { action: 'case.read', kind: 'read', object: ['case', 'params.case_id'], showsVehicles: true },
    params: CaseParams,
    success: { schema: Case, description: 'The case.' },
    errors: NOT_FOUND,
    handler: async ({ database }, { params, caller, request }) => {
      const row = await readCase(database, caller.organization_id, params.case_id);
      shown(request, { [row.kind]: row.value });
      return show(row);
    },
  }),
  route('GET /cases/:case_id/pack', {
    operationId: 'getCasePack',
    summary: 'Download the signed pack of a case',
    description:
      "A ZIP file as of now: the sightings of the period as JSON and CSV, the stored images of your organization's cameras, a summary as PDF, and `manifest.json` with the SHA-256 of each file, signed as vetting files are. `milepost verify-file` checks it offline. Images of other organizations are named by region and day only; deleted images are listed as deleted.",
    access,
    rate: 'expensive',
    audit: { action: 'case.pack', kind: 'read', object: ['case', 'params.case_id'], showsVehicles: true },
    params: CaseParams,
    success: { contentType: 'application/zip', description: 'The pack.' },
    errors: { ...NOT_FOUND, 403: 'The user lacks the role for VINs.', 503: 'Retry shortly.' },
    handler: async ({ database, cases, clock }, { params, caller, request, reply }) => {
      const { organization_id: organizationId, user_id: userId } = caller;
      const row = await readCase(database, organizationId, params.case_id);
      if (row.kind === 'vin') requireVins(caller);
      await takeQuota(database, organizationId, 'exports_per_day', 1, clock.now());
      const packer = { ...viewerOf(caller), userId, withQuality: seesQuality(caller) };
      const { name, parts, shown: sightings } = await makePack(cases, packer, row.id);
      shown(request, [
        { [row.kind]: row.value },
        ...sightings.map(({ alpr_plate_number, vin }) => ({ alpr_plate_number, vin })),
      ]);
      return reply
        .type('application/zip')
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .header(
          'Content-Length',
          parts.reduce((sum, { length }) => sum + length, 0),
        )
        .send(Readable.from(parts));
    },
  }),
];
