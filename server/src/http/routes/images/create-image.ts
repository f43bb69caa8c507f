import Type from 'typebox';
import { ingestImage } from '../../../domain/images/ingest-image.ts';
import { readIngestRecord } from '../../../domain/images/read-ingest-record.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

const text = (description: string, example: string) =>
  Type.String({ description, minLength: 1, maxLength: 200, examples: [example] });
const side = (description: string) => Type.Number({ description, minimum: 0 });

/** The document's view of the body; `readIngestRecord` checks it, so that all problems are told at once. */
const Body = Type.Object({
  source: text('Sensor identifier.', 'camera-0815'),
  image_url: Type.String({
    format: 'uri',
    maxLength: 4_096,
    description: 'An http or https URL on a public host: JPEG, PNG or WebP, at most 15 MB and 40 megapixels.',
    examples: ['https://pictures.example/0815/1.jpg'],
  }),
  time_captured: Type.String({
    format: 'date-time',
    description: 'ISO 8601; UTC when there is no offset. At most 24 hours in the future.',
  }),
  detection_bounding_box: Type.Object(
    { xmin: side('Left.'), ymin: side('Top.'), xmax: side('Right.'), ymax: side('Bottom.') },
    { description: 'In pixels, or in parts of the picture when no value is above 1.' },
  ),
  source_location_info: Type.Object({
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    city: text('City name.', 'Amarillo'),
    state: text('Name or two letters.', 'Texas'),
    route: text('Route identifier.', 'I-40'),
    traffic_direction: text('Traffic direction.', 'Westbound'),
  }),
  detection_metadata: Type.Object({
    alpr_confidence: Type.Number({ minimum: 0, maximum: 1 }),
    alpr_state: text('State of the license plate: name or letters.', 'OK'),
    plate_number: Type.Optional(schemas.nullable(Type.String({ maxLength: 32 }))),
  }),
});
const Received = Type.Object(
  { message: Type.Literal('Image received'), image_id: Type.String({ format: 'uuid' }) },
  { additionalProperties: false },
);

export const createImageRoute: Route = (app, { images }) => {
  app.post(
    '/image',
    {
      config: {
        access: user({
          token: 'Authorization',
          expired: 'forbidden',
          roles: ['admin', 'image-ingest-endpoint'],
        }),
        invalidStatus: 422,
      },
      schema: {
        operationId: 'createImage',
        tags: ['Images'],
        summary: 'Hand in a picture by its URL',
        description:
          'The picture is downloaded before the answer is sent: 200 means that it is stored and will be read. The same picture from the same source and time is the same image; sending it again is safe.',
        body: Body,
        response: {
          200: schemas.answer(Received, 'The picture is stored.'),
          401: schemas.answer(schemas.Detail, 'API key or access token missing or incorrect.'),
          403: schemas.answer(schemas.Detail, 'The token has expired, or the user lacks the role.'),
          413: schemas.answer(schemas.Detail, 'The body is larger than 1 MiB.'),
          415: schemas.answer(schemas.Detail, 'The body is not JSON by its type.'),
          422: schemas.answer(schemas.Problems, 'Fields are missing, empty or not valid: all of them.'),
          429: schemas.answer(schemas.Detail, 'Too many downloads at once.', schemas.RETRY_AFTER_HEADER),
          500: schemas.answer(schemas.Detail, 'The picture could not be downloaded, stored or handed on.'),
        },
      },
      validatorCompiler: () => () => true,
    },
    async ({ body, organizationId }) => {
      const record = readIngestRecord(body, images.clock.now(), images.outbound.refusal);
      // The access rule has let the request through, so there is an organization.
      const id = await ingestImage(images, organizationId ?? 0, record);
      return { message: 'Image received' as const, image_id: id };
    },
  );
};
