import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../lib/errors.ts';
import { anybody } from '../../access.ts';
import type { Route } from '../../route.ts';

const IMAGES = join(import.meta.dirname, '../../../../demo-data/images');

/** Synthetic truck images for trying out the ingest without a network. Local mode only. */
export const demoImageRoute: Route = (app, { settings }) => {
  if (settings.mode !== 'local') return;
  const names = new Set(readdirSync(IMAGES));
  app.get<{ Params: { name: string } }>(
    '/demo/:name',
    { config: { access: anybody }, schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      if (!names.has(name)) throw new AppError('not_found', 'There is no demo image with this name.');
      reply.type('image/jpeg');
      return readFile(join(IMAGES, name));
    },
  );
};
