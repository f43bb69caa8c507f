import type { FastifyReply } from 'fastify';

/** Sends what is JSON already; as bytes it passes by the serializer. */
export function sendJson(reply: FastifyReply, json: string): never {
  return reply.type('application/json; charset=utf-8').send(Buffer.from(json)) as never;
}
