import type { FastifyReply } from 'fastify';

/** Sends JSON that is already encoded; bytes skip the serializer. */
export function sendJson(reply: FastifyReply, json: string | Buffer): never {
  return reply
    .type('application/json; charset=utf-8')
    .send(typeof json === 'string' ? Buffer.from(json) : json) as never;
}
