import type { FastifyInstance, HTTPMethods } from 'fastify';
import findMyWay from 'find-my-way';
import { sendNotFound } from '../errors.ts';

/** A known path with another method is 405 with `Allow`; anything else unknown is 404. */
export function addNotFound(app: FastifyInstance): void {
  const router = findMyWay();
  const methods = new Set<HTTPMethods>();
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat() as HTTPMethods[]) {
      methods.add(name);
      if (!router.hasRoute(name as never, url)) router.on(name as never, url, () => undefined);
    }
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = [...methods].filter((method) => router.find(method as never, path) !== null);
    return sendNotFound(request, reply, allowed.sort());
  });
}
