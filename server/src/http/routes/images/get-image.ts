import Type from 'typebox';
import { describeImage } from '../../../domain/images/describe-images.ts';
import { describeReadings } from '../../../domain/recognition/describe-readings.ts';
import { describeSighting } from '../../../domain/recognition/describe-sighting.ts';
import type { PictureRead } from '../../../domain/recognition/sighting/view.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { ImageParams } from './image-params.ts';
import { ReadingsShape, SightingShape } from './sighting-shapes.ts';

const Image = Type.Object(
  {
    image_id: Type.String({ format: 'uuid' }),
    state: Type.Union([Type.Literal('stored'), Type.Literal('recognized'), Type.Literal('failed')]),
    failure_reason: schemas.nullable(Type.String()),
    source: Type.String(),
    time_captured: Type.String({ format: 'date-time' }),
    received_at: Type.String({ format: 'date-time' }),
    width: Type.Integer(),
    height: Type.Integer(),
    format: Type.String({ examples: ['jpeg'] }),
    readings: schemas.nullable(ReadingsShape),
    sighting: schemas.nullable(SightingShape),
    image_url: schemas.nullable(
      Type.String({ description: 'Signed; opens without a header. Null once the picture is deleted.' }),
    ),
    image_url_expires_at: schemas.nullable(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
);

export const getImageRoute: Route = (app, { images, settings, database }) => {
  app.get(
    '/images/:image_id',
    {
      config: { access: user({ token: 'either' }) },
      schema: {
        operationId: 'getImage',
        tags: ['Images'],
        summary: 'What became of a picture',
        description:
          'Only for users of the organization that handed it in. `readings` is what was read on this picture, `sighting` what it came to together with other pictures of the same truck; both are null until the picture has been recognized.',
        params: ImageParams,
        response: {
          200: schemas.answer(Image, 'The image.'),
          400: schemas.answer(schemas.Problems, 'The id is not a UUID.'),
          404: schemas.answer(schemas.Detail, 'There is no such image.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ params, organizationId, protocol, host }) => {
      const described = await describeImage(images, organizationId ?? 0, params.image_id);
      const { content_path, sighting_id, readings, ...image } = described;
      const base = settings.http.publicUrl ?? `${protocol}://${host}`;
      return {
        ...image,
        readings: readings === null ? null : describeReadings(readings as PictureRead),
        sighting: sighting_id === null ? null : await describeSighting(database, sighting_id),
        image_url: content_path === null ? null : base + content_path,
      };
    },
  );
};
