import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../lib/errors.ts';
import { anybody } from '../../access.ts';
import { PAGE_POLICY } from '../../plugins/security-headers.ts';
import type { App } from '../../route.ts';
import { type PageFile, readPageFiles } from './read-page-files.ts';

const BUILT = join(import.meta.dirname, '../../../../../console/dist');
const options = { config: { access: anybody }, schema: { hide: true } };

type Options = {
  folder?: string;
  /** Where links to pictures lead on to, when that is not here: pictures may come from there too. */
  bucket?: string | null;
};

/**
 * The console, read once and served from memory: a path is only ever looked up among the files that were built, so
 * none leads out of them. Paths of the page itself get its index.
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
    if (!files || !index) throw new AppError('unavailable', 'The console is not built: run npm run build.');
    const path = (request.params as { '*'?: string })['*'] ?? '';
    const file = files.get(path) ?? (isFileName(path) ? undefined : index);
    if (!file) throw new AppError('not_found', 'There is nothing at this path.');
    reply.header('Content-Security-Policy', policy);
    return send(request, reply, file, path.startsWith('assets/'));
  };
  app.get('/', options, async (_request, reply) => reply.redirect('/console', 302));
  app.get('/console', options, serve);
  app.get('/console/*', options, serve);
}

/** Pages have no dot in their last step; what looks like a file and is none must not come back as a page. */
function isFileName(path: string): boolean {
  return path.startsWith('assets/') || path.slice(path.lastIndexOf('/') + 1).includes('.');
}

function send(request: FastifyRequest, reply: FastifyReply, file: PageFile, hashed: boolean): FastifyReply {
  reply.type(file.type);
  reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-store');
  if (file.gzipped === null) return reply.send(file.bytes);
  reply.header('Vary', 'Accept-Encoding');
  const packed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (!packed) return reply.send(file.bytes);
  return reply.header('Content-Encoding', 'gzip').send(file.gzipped);
}
