import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const compress = promisify(gzip);
/** Below it, compressing saves fewer than two round trips. */
const MIN_CHARACTERS = 16_384;

/** Compresses long JSON responses for clients that accept it, off the main thread. Streams are sent as they are. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isLong = typeof payload === 'string' && payload.length >= MIN_CHARACTERS;
    if (!isLong || !isJson(reply.getHeader('content-type'))) return done(null, payload);
    const vary = reply.getHeader('vary');
    reply.header('Vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
    if (!acceptsGzip(request.headers['accept-encoding'])) return done(null, payload);
    reply.header('Content-Encoding', 'gzip');
    compress(payload).then((packed) => done(null, packed), done);
  });
}

const isJson = (type: unknown) => String(type).startsWith('application/json');

export function acceptsGzip(header: string | string[] | undefined): boolean {
  return /(^|[,\s])(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[^,]*)?(,|$)/i.test(String(header ?? ''));
}
