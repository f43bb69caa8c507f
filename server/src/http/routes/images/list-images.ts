import Type from 'typebox';
import { listImages } from '../../../domain/images/describe-images.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

const Listed = Type.Object(
  {
    image_id: Type.String({ format: 'uuid' }),
    state: schemas.oneOf(['stored', 'recognized', 'failed']),
    failure_reason: schemas.nullable(Type.String()),
    source: Type.String(),
    time_captured: Type.String({ format: 'date-time' }),
    received_at: Type.String({ format: 'date-time' }),
    location_city: Type.String(),
    location_state: Type.String(),
    alpr_plate_number: Type.String({ description: 'As it was handed in; empty when it was not.' }),
  },
  { additionalProperties: false },
);
const Answer = Type.Object(
  { images: Type.Array(Listed), has_more: Type.Boolean() },
  { additionalProperties: false },
);
const Query = Type.Object({
  before: Type.Optional({
    ...schemas.Uuid,
    description: 'The last image of the page before; without it the newest.',
  }),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});

export const listImagesRoute: Route = (app, { images }) => {
  app.get(
    '/images',
    {
      config: { access: user({ token: 'either' }) },
      schema: {
        operationId: 'listImages',
        tags: ['Images'],
        summary: "The organization's pictures, newest first",
        description: 'Those that are still kept, by the time at which they were handed in.',
        querystring: Query,
        response: {
          200: schemas.answer(Answer, 'A page of images.'),
          400: schemas.answer(schemas.Problems, 'The page is not one.'),
          404: schemas.answer(schemas.Detail, 'There is no image `before`.'),
          ...schemas.userErrors,
        },
      },
    },
    ({ query, organizationId }) =>
      listImages(images, organizationId ?? 0, query.before ?? null, query.page_size),
  );
};
