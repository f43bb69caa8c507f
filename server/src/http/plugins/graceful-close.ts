import type { FastifyInstance } from 'fastify';

/** Once the server closes, each answer ends its connection, so that no idle one holds the closing up. */
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
