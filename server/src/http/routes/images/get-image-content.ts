import Type from 'typebox';
import { openImage } from '../../../domain/images/image-links.ts';
import { anybody } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { ImageParams } from './image-params.ts';

const Query = Type.Object({ expires: Type.String(), signature: Type.String() });

/** Serves a stranger's bytes from our own address: typed, never sniffed, never run. */
export const getImageContentRoute: Route = (app, { images }) => {
  app.get(
    '/images/:image_id/content',
    {
      config: { access: anybody },
      schema: {
        operationId: 'getImageContent',
        tags: ['Images'],
        summary: 'The picture behind a signed link',
        description: 'Follow `image_url` as it is; it needs no header and opens until it expires.',
        params: ImageParams,
        querystring: Query,
        produces: ['image/jpeg', 'image/png', 'image/webp'],
        response: {
          400: schemas.answer(schemas.Problems, 'The link is incomplete.'),
          403: schemas.answer(schemas.Detail, 'The link is not valid or has expired.'),
          404: schemas.answer(schemas.Detail, 'The picture is no longer kept.'),
          500: schemas.answer(schemas.Detail, 'Failure on our side.'),
        },
      },
    },
    async ({ params, query }, reply) => {
      const picture = await openImage(images, params.image_id, query.expires, query.signature);
      if (picture.kind === 'elsewhere') return reply.redirect(picture.url, 302);
      return reply
        .headers({
          'Content-Type': picture.contentType,
          'Content-Length': String(picture.size),
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Content-Disposition': 'inline',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Cache-Control': `private, max-age=${picture.secondsLeft}`,
        })
        .send(picture.stream as never);
    },
  );
};
