import { AppError } from '../../../lib/errors.ts';
import { anybody } from '../../access.ts';
import type { Route } from '../../route.ts';

/** Drawn trucks to try the ingest with, where there is no network; local mode only. */
export const demoPictureRoute: Route = (app, { settings }) => {
  if (settings.mode !== 'local') return;
  app.get<{ Params: { name: string } }>(
    '/demo/:name',
    { config: { access: anybody }, schema: { hide: true } },
    async (request, reply) => {
      // Loaded only when somebody tries it: what draws pictures is heavy.
      const { demoPicture } = await import('../../../../../lab/scenes/demo-pictures.ts');
      const drawn = demoPicture(request.params.name);
      if (!drawn) throw new AppError('not_found', 'There is no such demo picture.');
      const { picture } = await drawn;
      reply.type('image/jpeg');
      return picture;
    },
  );
};
