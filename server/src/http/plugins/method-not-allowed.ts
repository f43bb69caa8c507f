import type { FastifyInstance, HTTPMethods } from 'fastify';
import findMyWay from 'find-my-way';
import { sendNotFound } from '../errors.ts';

/** A known path with another method is 405 with `Allow`; any other unknown path is 404. */
export function addMethodNotAllowed(app: FastifyInstance): void {
  const router = findMyWay({ maxParamLength: 700 });
  const methods = new Set<HTTPMethods>();
  const fixedPaths = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat() as HTTPMethods[]) {
      methods.add(name);
      if (!router.hasRoute(name as never, url)) router.on(name as never, url, () => undefined);
      if (!/[:*]/.test(url)) fixedPaths.set(url, (fixedPaths.get(url) ?? new Set()).add(name));
    }
  });
  // A path without parameters, such as /alerts/run, must not fall through to /alerts/:id with another method.
  app.addHook('onRequest', (request, reply, done) => {
    const allowed = fixedPaths.get(pathOf(request.url));
    if (allowed && !allowed.has(request.method)) sendNotFound(reply, [...allowed].sort());
    else done();
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = [...methods].filter((method) => router.find(method as never, path) !== null);
    // A file that does not exist.
    const isAllowed = (allowed as string[]).includes(request.method);
    return sendNotFound(reply, isAllowed ? [] : allowed.sort());
  });
}

function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
