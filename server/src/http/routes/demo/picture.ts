import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anybody } from '../../access.ts';
import type { Route } from '../../route.ts';

const PICTURE = join(import.meta.dirname, '../../../../demo/truck.jpg');

/** A drawn truck to try the ingest with, where there is no network; local mode only. */
export const demoPictureRoute: Route = (app, { settings }) => {
  if (settings.mode !== 'local') return;
  app.get(
    '/demo/truck.jpg',
    { config: { access: anybody }, schema: { hide: true } },
    async (_request, reply) => {
      reply.type('image/jpeg');
      return readFile(PICTURE);
    },
  );
};
