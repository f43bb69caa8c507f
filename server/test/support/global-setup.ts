import { startTestCluster } from './cluster.ts';

let cluster: Awaited<ReturnType<typeof startTestCluster>>;

/** Starts one PostgreSQL server for all test files; each file clones its database from the template. */
export async function globalSetup(): Promise<void> {
  cluster = await startTestCluster();
  process.env.MILEPOST_TEST_CLUSTER = JSON.stringify(cluster.connection);
}

export async function globalTeardown(): Promise<void> {
  await cluster.stop();
}
