import { AppError } from '../../lib/errors.ts';
import { anyone } from '../access.ts';
import type { Route } from '../route.ts';

/** Drawn trucks for trying out ingest without a network; local mode only. */
export const demoImageRoute: Route = {
  register(app, { settings }) {
    if (settings.mode !== 'local') return;
    app.get<{ Params: { name: string } }>(
      '/demo/:name',
      { config: { access: anyone } },
      async (request, reply) => {
        // Loaded on demand: the drawing code is large.
        const { demoPicture } = await import('../../domain/generate/scenes/demo-pictures.ts');
        const drawn = demoPicture(request.params.name);
        if (!drawn) throw new AppError('not_found', 'There is no such demo image.');
        const { picture } = await drawn;
        reply.type('image/jpeg');
        return picture;
      },
    );
  },
};
