import type { FastifyReply } from 'fastify';

/** Sends what is JSON already; as bytes it passes by the serializer. */
export function sendJson(reply: FastifyReply, json: string | Buffer): never {
  return reply
    .type('application/json; charset=utf-8')
    .send(typeof json === 'string' ? Buffer.from(json) : json) as never;
}
