import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../lib/errors.ts';
import { anyone } from '../../access.ts';
import { PAGE_POLICY } from '../../plugins/security-headers.ts';
import type { App } from '../../route.ts';
import { type PageFile, readPageFiles } from './read-page-files.ts';

const BUILT = join(import.meta.dirname, '../../../../../console/dist');
const options = { config: { access: anyone } };

type Options = {
  folder?: string;
  /** The host that image links redirect to; the page may load images from it. */
  bucket?: string | null;
};

/**
 * The console, read once and served from memory. Paths are looked up among the built files only, so none can leave the
 * folder. Paths of pages get the index.
 */
export async function consoleRoutes(
  app: App,
  { folder = BUILT, bucket = null }: Options = {},
): Promise<void> {
  const policy =
    bucket === null ? PAGE_POLICY : PAGE_POLICY.replace("img-src 'self'", `img-src 'self' ${bucket}`);
  const files = await readPageFiles(folder);
  const index = files?.get('index.html');
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!files || !index) throw new AppError('unavailable', 'The console is not built. Run npm run build.');
    const path = (request.params as { '*'?: string })['*'] ?? '';
    const file = files.get(path) ?? (isFileName(path) ? undefined : index);
    if (!file) throw new AppError('not_found', 'Not found.');
    reply.header('Content-Security-Policy', policy);
    return send(request, reply, file, path.startsWith('assets/'));
  };
  app.get('/', options, async (_request, reply) => reply.redirect('/console', 302));
  app.get('/console', options, serve);
  app.get('/console/*', options, serve);
  // Browsers request this path for pages that name no icon, such as the API reference.
  const icon = [...(files ?? [])].find(([path]) => /^assets\/milepost-[\w-]+\.svg$/.test(path))?.[1];
  app.get('/favicon.ico', options, async (request, reply) => {
    if (!icon) throw new AppError('not_found', 'Not found.');
    return send(request, reply, icon, true);
  });
}

/** The last segment of a page path has no dot; a missing file must not return a page. */
function isFileName(path: string): boolean {
  return path.startsWith('assets/') || path.slice(path.lastIndexOf('/') + 1).includes('.');
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PageFile,
  hashed: boolean,
): Promise<FastifyReply> {
  reply.type(file.type);
  reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-store');
  if (file.gzipped === null) return reply.send(file.bytes);
  reply.header('Vary', 'Accept-Encoding');
  const packed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (!packed) return reply.send(file.bytes);
  return reply.header('Content-Encoding', 'gzip').send(await file.gzipped());
}
