import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { closing } from '../closing.ts';

/** A second way to the test database that can be cut, as when its server is restarted. */
export async function databaseProxy(to: pg.ClientConfig) {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-pg-'));
  const name = `.s.PGSQL.${to.port ?? 5432}`;
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const accept = (near: Socket) => {
    const host = String(to.host);
    // The server of the tests listens on a socket in a folder, another one at an address.
    const far = host.startsWith('/') ? connect(join(host, name)) : connect(to.port ?? 5432, host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  };
  const proxy = {
    connection: { ...to, host: folder } as pg.ClientConfig,
    async open(): Promise<void> {
      const next = createServer(accept);
      await new Promise<void>((resolve) => next.listen(join(folder, name), resolve));
      server = next;
    },
    /** Ends all connections and accepts no more. */
    async cut(): Promise<void> {
      const last = server;
      server = null;
      const closed = new Promise((resolve) => (last ? last.close(resolve) : resolve(null)));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  await proxy.open();
  closing(async () => {
    await proxy.cut();
    await rm(folder, { recursive: true, force: true });
  });
  return proxy;
}
