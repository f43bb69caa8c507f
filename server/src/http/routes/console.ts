import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import { anyone } from '../access.ts';
import { PAGE_POLICY } from '../plugins/security-headers.ts';
import type { App } from '../route.ts';

const BUILT = join(import.meta.dirname, '../../../../console/dist');
/** The names of assets contain a hash of their content. */
const FOREVER = { maxAge: '365d', immutable: true };
/** Keeps the header `no-store` of other responses. */
const NOT_CACHED = { cacheControl: false };
/** The build has no other folder; no such path leaves it. */
const FILE = /^(assets\/)?\w[\w.-]*$/;
const options = { config: { access: anyone } };

type Options = {
  folder?: string;
  /** The host that image links redirect to; the page may load images from it. */
  bucket?: string | null;
};

/** The files of the built console, compressed by the build. Paths of pages get the index. */
export async function consoleRoutes(
  app: App,
  { folder = BUILT, bucket = null }: Options = {},
): Promise<void> {
  const policy =
    bucket === null ? PAGE_POLICY : PAGE_POLICY.replace("img-src 'self'", `img-src 'self' ${bucket}`);
  const assets = await readdir(join(folder, 'assets')).catch(() => null);
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    suppressWarning: true,
  });
  const serve = (request: FastifyRequest, reply: FastifyReply) => {
    if (!assets) throw new AppError('unavailable', 'The console is not built. Run npm run build.');
    const path = (request.params as { '*'?: string })['*'] ?? '';
    reply.header('Content-Security-Policy', policy);
    if (isPage(path)) return reply.sendFile('index.html', NOT_CACHED);
    if (!FILE.test(path)) throw new AppError('not_found', 'Not found.');
    return reply.sendFile(path, path.startsWith('assets/') ? FOREVER : NOT_CACHED);
  };
  app.get('/', options, async (_request, reply) => reply.redirect('/console', 302));
  app.get('/console', options, serve);
  app.get('/console/*', options, serve);
  // Browsers request this path for pages that name no icon, such as the API reference.
  const icon = assets?.find((name) => /^milepost-[\w-]+\.svg$/.test(name));
  app.get('/favicon.ico', options, (_request, reply) => {
    if (!icon) throw new AppError('not_found', 'Not found.');
    return reply.sendFile(`assets/${icon}`, FOREVER);
  });
}

/** The last segment of a page path has no dot; a missing file must not return a page. */
function isPage(path: string): boolean {
  return !path.startsWith('assets/') && !path.slice(path.lastIndexOf('/') + 1).includes('.');
}
