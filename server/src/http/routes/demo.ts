import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../lib/errors.ts';
import { anyone } from '../access.ts';
import type { Route } from '../route.ts';

const IMAGES = join(import.meta.dirname, '../../../demo-data/images');

/** In local mode: synthetic truck images to submit, and an endpoint that accepts webhooks, so that the demo needs no network. */
export const demoRoute: Route = {
  register(app, { settings }) {
    if (settings.mode !== 'local') return;
    app.post('/demo/receiver', { config: { access: anyone } }, async () => ({ received: true }));
    const names = new Set(readdirSync(IMAGES));
    app.get<{ Params: { name: string } }>(
      '/demo/:name',
      { config: { access: anyone } },
      async (request, reply) => {
        const { name } = request.params;
        if (!names.has(name)) throw new AppError('not_found', 'There is no such demo image.');
        reply.type('image/jpeg');
        return readFile(join(IMAGES, name));
      },
    );
  },
};
