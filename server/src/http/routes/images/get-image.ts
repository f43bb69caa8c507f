import Type from 'typebox';
import { describeImage } from '../../../domain/images/describe-image.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { ImageParams } from './image-params.ts';

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
    readings: Type.Unknown({ description: 'What was read on the truck; null until it has been recognized.' }),
    sighting: Type.Unknown({ description: 'The sighting it became; null until then.' }),
    image_url: schemas.nullable(
      Type.String({ description: 'Signed; opens without a header. Null once the picture is deleted.' }),
    ),
    image_url_expires_at: schemas.nullable(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
);

export const getImageRoute: Route = (app, { images, settings }) => {
  app.get(
    '/images/:image_id',
    {
      config: { access: user({ token: 'either' }) },
      schema: {
        operationId: 'getImage',
        tags: ['Images'],
        summary: 'What became of a picture',
        description: 'Only for users of the organization that handed it in.',
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
      const { content_path, ...image } = await describeImage(images, organizationId ?? 0, params.image_id);
      const base = settings.http.publicUrl ?? `${protocol}://${host}`;
      return { ...image, image_url: content_path === null ? null : base + content_path };
    },
  );
};
