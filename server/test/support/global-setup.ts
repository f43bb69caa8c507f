import { startTestCluster } from './cluster.ts';

let cluster: Awaited<ReturnType<typeof startTestCluster>>;

/** One PostgreSQL for the whole run; each test file clones a database of its own from it. */
export async function globalSetup(): Promise<void> {
  cluster = await startTestCluster();
  process.env.MILEPOST_TEST_CLUSTER = JSON.stringify(cluster.connection);
}

export async function globalTeardown(): Promise<void> {
  await cluster.stop();
}
