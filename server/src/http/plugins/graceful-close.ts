import type { FastifyInstance } from 'fastify';

/** While the server closes, each response ends its connection, so that idle connections do not delay the shutdown. */
export function addGracefulClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('Connection', 'close');
    done(null, payload);
  });
}
