import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Problem } from '../../contract/problem.ts';
import {
  FoundSighting,
  MAX_EXPORTED,
  SCORES_FROM,
  SightingList,
  SightingsExportQuery,
  SightingsQuery,
  VEHICLE_PARAMETERS,
} from '../../contract/sightings/found-sighting.ts';
import { FoundVehicles, FoundVehiclesQuery } from '../../contract/sightings/found-vehicles.ts';
import {
  FILE_KINDS,
  VehicleFile,
  VehicleFileParams,
  VehicleFileQuery,
} from '../../contract/sightings/vehicle-file.ts';
import { takeQuota } from '../../domain/quotas/quota-store.ts';
import { type DescribedSighting, describeSightings } from '../../domain/sightings/describe-sightings.ts';
import { vehicleFile } from '../../domain/sightings/file/vehicle-file.ts';
import { findVehicles } from '../../domain/sightings/find-vehicles.ts';
import type { SightingFilters } from '../../domain/sightings/search/filters.ts';
import { type SightingPage, searchSightings } from '../../domain/sightings/search/search-sightings.ts';
import { AppError } from '../../lib/errors.ts';
import { type Caller, IMAGE_READ_ROLES, user } from '../access.ts';
import { shown } from '../plugins/audit.ts';
import { type Route, routeOf } from '../route.ts';
import type { Services } from '../services.ts';
import { maySeeVins, requireVins, seesQuality, viewerOf } from '../sighting-access.ts';
import { storedImages } from '../sighting-images.ts';
import { csvLines, jsonLines } from '../streams/write-rows.ts';

const route = routeOf('Observations');

const access = user({ token: 'either', roles: IMAGE_READ_ROLES });
const WHOSE =
  'Insurance organizations and administrators of the operator search the sightings of all cameras, other organizations those of their own cameras and the newest 20,000 matches of their alerts. A value that a person typed is found by the organization of that person only.';
const EXPORT_PAGE = 1_000;

/** Filters by data that the caller may not see are refused: their result would show it. */
function checkRoles(caller: Caller, query: SightingsExportQuery): void {
  if (query.min_score !== undefined && !seesQuality(caller))
    throw new AppError('forbidden', '`min_score` requires the role carrier-observations-quality.');
  if (query.vin !== undefined) requireVins(caller);
}

function filtersOf(query: SightingsExportQuery): SightingFilters {
  const { latitude, longitude, radius_miles: miles, min_score: least } = query;
  const given = Object.entries(VEHICLE_PARAMETERS).map(([kind, parameter]) => [kind, query[parameter]]);
  const isPlace = latitude !== undefined && longitude !== undefined && miles !== undefined;
  return {
    values: Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    plateState: query.plate_state,
    usdotNumber: query.usdot_number,
    name: query.name,
    equipmentType: query.equipment_type,
    logo: query.trailer_logo,
    camera: query.camera,
    state: query.location_state,
    city: query.location_city,
    direction: query.direction,
    from: query.start,
    to: query.end,
    ...(isPlace && { near: { latitude, longitude, miles } }),
    ...(least && { scores: SCORES_FROM(least) }),
  };
}

/** A circle has three parameters; a period ends after it starts. */
function filterProblems(query: Partial<SightingsExportQuery>): Problem[] {
  const problem = (name: string, msg: string): Problem => {
    return {
      type: 'value_error',
      loc: ['query', name],
      msg,
      input: query[name as keyof typeof query] ?? null,
    };
  };
  const circle = ['latitude', 'longitude', 'radius_miles'] as const;
  const missing = circle.filter((name) => query[name] === undefined);
  const isPart = missing.length > 0 && missing.length < circle.length;
  const { start, end } = query;
  return [
    ...(isPart
      ? missing.map((name) => problem(name, 'latitude, longitude and radius_miles belong together'))
      : []),
    ...(start && end && start >= end ? [problem('start', 'The start must be before the end')] : []),
  ];
}

async function describe(services: Services, request: FastifyRequest, caller: Caller, page: SightingPage) {
  const sightings = await describeSightings(
    services.observations.reader,
    page.found,
    caller.organization_id,
    seesQuality(caller),
  );
  const own = page.found.flatMap(({ observation }, i) => (sightings[i]?.is_own ? observation : []));
  const imagesOf = await storedImages(services, request, own);
  return sightings.map((sighting, i) => {
    const observation = page.found[i]?.observation;
    return { ...sighting, images: sighting.is_own && observation ? imagesOf(observation) : [] };
  });
}

async function* exported(
  services: Services,
  request: FastifyRequest,
  caller: Caller,
  query: SightingsExportQuery,
): AsyncGenerator<DescribedSighting[]> {
  const { observations, clock } = services;
  const service = { reader: observations.reader, clock };
  let cursor: string | null = null;
  let left = MAX_EXPORTED;
  do {
    const page: SightingPage = await searchSightings(service, viewerOf(caller), {
      filters: filtersOf(query),
      withSimilar: query.similar,
      cursor,
      pageSize: Math.min(EXPORT_PAGE, left),
      withTotal: false,
    });
    const { organization_id: organizationId } = caller;
    const rows = await describeSightings(
      observations.reader,
      page.found,
      organizationId,
      seesQuality(caller),
    );
    // Only what the audit log records: the whole rows of an export would fill the memory.
    shown(
      request,
      page.found.map(({ observation: { alpr_plate_number, vin } }) => ({ alpr_plate_number, vin })),
    );
    yield rows;
    left -= rows.length;
    cursor = page.nextCursor;
  } while (cursor !== null && left > 0 && !request.raw.destroyed);
}

const audit = { action: 'sighting.list', kind: 'read', showsVehicles: true } as const;
const COLUMNS = Object.keys(FoundSighting.properties).filter((name) => name !== 'images');

function exportRoute(
  format: 'csv' | 'ndjson',
  operationId: string,
  contentType: string,
  lines: (pages: AsyncIterable<object[]>) => AsyncIterable<string>,
): Route {
  return route(`GET /sightings/export.${format}`, {
    operationId,
    summary: `Export sightings as ${format === 'csv' ? 'CSV' : 'JSON lines'}`,
    description: `The filters and the order of \`GET /sightings\`, at most ${MAX_EXPORTED.toLocaleString('en-US')} sightings, without links to images. The response is streamed.`,
    access,
    rate: 'expensive',
    audit: { ...audit, action: 'sighting.export' },
    query: SightingsExportQuery,
    success: { contentType, description: 'One sighting per line.' },
    errors: { 403: 'The user lacks a role that a filter requires.' },
    rules: (_services, { query }) => filterProblems(query),
    handler: async (services, { query, caller, request, reply }) => {
      checkRoles(caller, query);
      const { database, clock } = services;
      await takeQuota(database, caller.organization_id, 'exports_per_day', 1, clock.now());
      const name = `sightings.${format}`;
      return reply
        .type(contentType)
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .send(Readable.from(lines(exported(services, request, caller, query))));
    },
  });
}

export const sightingRoutes: Route[] = [
  route('GET /sightings', {
    operationId: 'searchSightings',
    summary: 'Search sightings by any field, newest first',
    description: `${WHOSE} All filters must apply. With \`similar\`, sightings that fit exactly come first.`,
    access,
    rate: 'expensive',
    audit,
    query: SightingsQuery,
    success: { schema: SightingList, description: 'A page of sightings.' },
    errors: { 403: 'The user lacks a role that a filter requires.' },
    rules: (_services, { query }) => filterProblems(query),
    handler: async (services, { query, caller, request }) => {
      checkRoles(caller, query);
      const { observations, clock } = services;
      const service = { reader: observations.reader, clock };
      const page = await searchSightings(service, viewerOf(caller), {
        filters: filtersOf(query),
        withSimilar: query.similar,
        cursor: query.cursor ?? null,
        pageSize: query.page_size,
        withTotal: query.total,
      });
      return {
        sightings: await describe(services, request, caller, page),
        next_cursor: page.nextCursor,
        searched_from: page.searchedFrom?.toISOString() ?? null,
        total: page.total,
        is_total_exact: page.isTotalExact,
      };
    },
  }),
  route('GET /sightings/vehicles', {
    operationId: 'findVehicles',
    summary: 'Find vehicles by the beginning of any of their numbers',
    description:
      'Insurance organizations and administrators of the operator find vehicles that any camera saw, other organizations those of their own cameras. VINs are found as `GET /sightings` finds them.',
    access,
    audit: { action: 'vehicle.find', kind: 'read', showsVehicles: true },
    query: FoundVehiclesQuery,
    success: { schema: FoundVehicles, description: 'The vehicles.' },
    handler: async (services, { query, caller, request }) => {
      const kinds = FILE_KINDS.filter((kind) => kind !== 'vin' || maySeeVins(caller));
      const { reader } = services.observations;
      const vehicles = await findVehicles(reader, viewerOf(caller), query.number, kinds);
      shown(
        request,
        vehicles.map(({ kind, value }) => ({ [kind]: value })),
      );
      return { vehicles };
    },
  }),
  route('GET /vehicles/:kind/:value', {
    operationId: 'getVehicle',
    summary: "Get a vehicle's file: its sightings, records, carriers and movements",
    description: `${WHOSE} A VIN requires the role \`carrier-observations-vin-endpoint\` where sightings of others are searched.`,
    access,
    rate: 'expensive',
    audit: { action: 'vehicle.read', kind: 'read', showsVehicles: true },
    params: VehicleFileParams,
    query: VehicleFileQuery,
    success: {
      schema: VehicleFile,
      description: 'The file. It is empty for a vehicle that nobody has seen.',
    },
    errors: { 403: 'The user lacks the role for VINs.' },
    handler: (services, { params, query, caller, request }) => {
      if (params.kind === 'vin') requireVins(caller);
      const { observations, clock } = services;
      // Also when nobody has seen it.
      shown(request, { [params.kind]: params.value });
      return vehicleFile(
        { reader: observations.reader, clock },
        viewerOf(caller),
        { ...params, plateState: query.plate_state, usdotNumber: query.usdot_number },
        (page) => describe(services, request, caller, page),
      );
    },
  }),
  exportRoute('csv', 'exportSightingsCsv', 'text/csv', (pages) => csvLines(COLUMNS, pages)),
  exportRoute('ndjson', 'exportSightings', 'application/x-ndjson', jsonLines),
];
