import { type OpenServer, openTestServer } from './test-server.ts';

let server: OpenServer;

/** Opens one PostgreSQL server for all test files; each file clones its database from the template. */
export async function globalSetup(): Promise<void> {
  server = await openTestServer();
  const { stop: _, ...shared } = server;
  process.env.MILEPOST_TEST_CLUSTER = JSON.stringify(shared);
}

export async function globalTeardown(): Promise<void> {
  await server.stop();
}
