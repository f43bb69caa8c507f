import Type from 'typebox';
import { carrierObservations } from '../../../domain/carriers/carrier-observations.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { sendJson } from '../../send-json.ts';
import { FmcsaDetail } from './detail-schema.ts';
import { insuranceCustomers } from './insurance-customers.ts';
import { Observation, paging, ShortPagination } from './observation-schemas.ts';
import { readDays } from './read-days.ts';
import { LONGEST_LIST, readList, usdotNumbers } from './read-list.ts';

const Query = Type.Object({
  usdot_number: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: `One USDOT number, or a comma-separated list of up to ${LONGEST_LIST}.`,
  }),
  location_city: Type.String({ default: '', maxLength: 200, description: 'In any case.' }),
  location_state: Type.String({ default: '', maxLength: 200, description: 'Its name or its two letters.' }),
  sighting_start_date: Type.String({ default: '', description: 'YYYY-MM-DD, UTC, included.' }),
  sighting_end_date: Type.String({ default: '', description: 'YYYY-MM-DD, UTC, included.' }),
  last_seen_image: Type.Boolean({ default: false }),
  ...paging,
});

const LastSeenImage = schemas.nullable(
  Type.Object(
    {
      image_url: Type.String({ description: 'Signed; opens without a header until it expires.' }),
      time_captured: Type.String({ format: 'date-time' }),
      location_city: Type.String(),
      location_state: Type.String(),
      expires_at: Type.String({ format: 'date-time' }),
    },
    { additionalProperties: false },
  ),
);
const carrier = {
  fmcsa_detail: FmcsaDetail,
  observations: Type.Array(Observation),
  last_seen_image: Type.Optional(LastSeenImage),
};
const Single = Type.Object(
  { ...carrier, pagination: schemas.Pagination },
  { additionalProperties: false, title: 'One carrier' },
);
const Multi = Type.Object(
  {
    carriers: Type.Array(Type.Object(carrier, { additionalProperties: false })),
    pagination: ShortPagination,
  },
  { additionalProperties: false, title: 'A list of carriers' },
);

export const listCarrierObservationsRoute: Route = (app, { observations, settings }) => {
  app.get(
    '/visual_sightings/carrier-observations',
    {
      config: { access: insuranceCustomers() },
      schema: {
        operationId: 'listCarrierObservations',
        tags: ['Observations'],
        summary: 'Sightings, crashes, inspections and the record of carriers',
        description:
          'Newest first, with an exact total. For a list of carriers, page and page size apply to each one’s own list. At most two calls at a time.',
        querystring: Query,
        response: {
          200: schemas.answer(
            Type.Union([Single, Multi]),
            'The carrier, or the carriers in the order asked for.',
          ),
          400: schemas.answer(schemas.DetailOrProblems, 'A parameter is missing or wrong.'),
          429: schemas.answer(schemas.Detail, 'Two calls are under way.', schemas.RETRY_AFTER_HEADER),
          ...schemas.userErrors,
        },
      },
    },
    async ({ query, caller, organizationId, protocol, host }, reply) => {
      const numbers = readList(query.usdot_number, usdotNumbers);
      const json = await carrierObservations(observations, {
        organizationId: organizationId ?? 0,
        usdotNumbers: numbers,
        isList: query.usdot_number.includes(','),
        filter: {
          state: query.location_state.trim() || undefined,
          city: query.location_city.trim() || undefined,
          ...readDays(query.sighting_start_date, query.sighting_end_date),
        },
        page: query.page,
        pageSize: query.page_size,
        withQuality: caller?.roles.includes('carrier-observations-quality') ?? false,
        withPicture: query.last_seen_image,
        baseUrl: settings.http.publicUrl ?? `${protocol}://${host}`,
      });
      return sendJson(reply, json);
    },
  );
};
