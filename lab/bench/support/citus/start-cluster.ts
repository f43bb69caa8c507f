import { type Database, openPool } from '../../../../server/src/db/database.ts';
import { distribute } from '../../../../server/src/db/distribute.ts';
import { migrateSchema } from '../../../../server/src/domain/migrate-schema.ts';
import { distributions } from '../../../../server/src/domain/observations/distribution.ts';
import { silent } from '../../../../server/test/support/cluster.ts';
import { temporaryFolder } from '../service.ts';
import { type Node, onNode, startNode } from './start-node.ts';

export type BenchCluster = { database: Database; url: string; nodes: Node[] };

const DATABASE = 'milepost';
/** As docs/scaling.md recommends. */
const SETTINGS = {
  max_connections: '200',
  shared_buffers: '256MB',
  wal_level: 'logical',
  max_prepared_transactions: '200',
};
const OF_CITUS = {
  shared_preload_libraries: 'citus',
  'citus.max_adaptive_executor_pool_size': '2',
  'citus.max_shared_pool_size': '150',
};

/** A migrated database: plain with no workers, otherwise distributed over them by Citus. */
export async function startCluster(
  cleanup: AsyncDisposableStack,
  bin: string,
  workers: number,
): Promise<BenchCluster> {
  const folder = await temporaryFolder(cleanup);
  const settings = workers > 0 ? { ...SETTINGS, ...OF_CITUS } : SETTINGS;
  const names = workers > 0 ? ['coordinator', ...workerNames(workers)] : ['plain'];
  const nodes: Node[] = [];
  for (const name of names) nodes.push(await startNode(cleanup, bin, folder, name, settings));
  const [first, ...others] = nodes as [Node, ...Node[]];
  for (const { connection } of nodes) {
    await onNode(connection, (client) => client.query(`create database ${DATABASE}`));
    if (workers > 0)
      await onNode({ ...connection, database: DATABASE }, (client) => client.query('create extension citus'));
  }
  const connection = { ...first.connection, database: DATABASE };
  const database = openPool(connection, 10, silent);
  cleanup.defer(() => database.close());
  if (workers > 0)
    await database.pool.query('select citus_set_coordinator_host($1, $2)', ['127.0.0.1', first.port]);
  for (const { port } of others)
    await database.pool.query('select citus_add_node($1, $2)', ['127.0.0.1', port]);
  await migrateSchema(database);
  if (workers > 0) await distribute(database, distributions);
  return { database, url: `postgres://postgres@127.0.0.1:${first.port}/${DATABASE}`, nodes };
}

const workerNames = (count: number) => Array.from({ length: count }, (_, i) => `worker ${i + 1}`);
