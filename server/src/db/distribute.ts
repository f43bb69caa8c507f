import { operatorError } from '../lib/errors.ts';
import type { Database, Transaction } from './database.ts';
import { allowLongWork } from './long-work.ts';

/** Tables to distribute over Citus nodes by one column. All of them are colocated. */
export type Distribution = {
  column: string;
  tables: readonly string[];
  /** At most as many shards, if `citus.shard_count` is larger. */
  mostShards?: number;
  /** Of the schema, that statements on these tables call: every node gets them. */
  functions?: readonly string[];
};

/** Of Citus. */
const MOST_SHARDS = 64_000;

type DistributionState = {
  tables: string[];
  shards: number;
  /** Shards with a placement that is not active. */
  unhealthy: number;
  nodes: { name: string; port: number; is_active: boolean; shards: number }[];
};

export async function hasCitus(database: Database): Promise<boolean> {
  const { rows } = await database.pool.query(`select 1 from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

/** Whether any table is on several nodes. */
export async function isDistributed(database: Database): Promise<boolean> {
  return (await hasCitus(database)) && (await readDistribution(database)).tables.length > 0;
}

/**
 * Distributes the tables in one transaction: all of them or none. Refuses before the first change what cannot succeed.
 * Tables that are already distributed are skipped, so it can be run again. Writers of the tables wait until the end.
 */
export async function distribute(
  database: Database,
  distributions: readonly Distribution[],
): Promise<string[]> {
  if (!(await hasCitus(database)))
    throw operatorError('This database does not have the citus extension; nothing was distributed.');
  await refuse(database, distributions);
  return database.transaction(async (tx) => {
    await allowLongWork(tx.client);
    for (const name of distributions.flatMap(({ functions = [] }) => functions))
      await tx.client.query('select create_distributed_function($1)', [name]);
    const done: string[] = [];
    for (const one of distributions) done.push(...(await distributeTables(tx, one)));
    return done;
  });
}

async function distributeTables(
  tx: Transaction,
  { column, tables, mostShards = MOST_SHARDS }: Distribution,
): Promise<string[]> {
  const missing = await undistributed(tx, tables);
  const first = tables[0] ?? '';
  for (const table of missing)
    if (table === first)
      await tx.client.query(
        `select create_distributed_table($1, $2, colocate_with => 'none',
           shard_count => least(current_setting('citus.shard_count')::int, $3))`,
        [table, column, mostShards],
      );
    else
      await tx.client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
        table,
        column,
        first,
      ]);
  // Citus keeps the rows that it copied to the shards; an interrupted older run may have left them.
  for (const table of tables)
    await tx.client.query('select truncate_local_data_after_distributing_table($1)', [table]);
  return missing;
}

/** Moves every distributed table back to this server, in one transaction. Returns their names. */
export async function undistribute(database: Database): Promise<string[]> {
  if (!(await hasCitus(database))) return [];
  const { tables, nodes } = await readDistribution(database);
  const away = nodes.filter((node) => !node.is_active);
  if (tables.length > 0 && away.length > 0)
    throw operatorError(
      `These nodes are not active, and their rows cannot be read: ${nodeList(away)}. Nothing was changed.`,
    );
  await database.transaction(async (tx) => {
    await allowLongWork(tx.client);
    for (const table of tables) await tx.client.query('select undistribute_table($1)', [table]);
  });
  return tables;
}

async function refuse(database: Database, distributions: readonly Distribution[]): Promise<void> {
  const all = distributions.flatMap(({ column, tables }) => tables.map((table) => ({ table, column })));
  const [tables, columns] = [all.map(({ table }) => table), all.map(({ column }) => column)];
  const state = await readDistribution(database);
  const away = state.nodes.filter((node) => !node.is_active);
  if (away.length > 0)
    throw operatorError(`These nodes are not active: ${nodeList(away)}. Nothing was distributed.`);
  const { rows: workers } = await database.pool.query(
    `select 1 from pg_dist_node where shouldhaveshards and noderole = 'primary' limit 1`,
  );
  if (workers.length === 0)
    throw operatorError(
      'No node takes shards; nothing was distributed. Add one: select citus_add_node(host, port).',
    );
  const others = state.tables.filter((table) => !tables.includes(table));
  if (others.length > 0)
    throw operatorError(
      `These tables are distributed, but belong on one server: ${others.join(', ')}. Run milepost migrate --undistribute first.`,
    );
  const { rows: wrong } = await database.pool.query<{ name: string }>(
    `select t.name from unnest($1::text[], $2::text[]) as t (name, wanted)
     where to_regclass(t.name) is null or not pg_has_role((select relowner from pg_class where oid = to_regclass(t.name)), 'usage')
       or exists (select 1 from pg_dist_partition p where p.logicalrelid = to_regclass(t.name)
         and (p.partmethod <> 'h' or column_to_column_name(p.logicalrelid, p.partkey) <> t.wanted))`,
    [tables, columns],
  );
  if (wrong.length > 0)
    throw operatorError(
      `These tables are missing, belong to another role, or are distributed in another way: ${wrong.map(({ name }) => name).join(', ')}. Nothing was distributed.`,
    );
}

async function undistributed(tx: Transaction, tables: readonly string[]): Promise<string[]> {
  const { rows } = await tx.client.query<{ name: string }>(
    `select t.name from unnest($1::text[]) with ordinality as t (name, nth)
     where not exists (select 1 from pg_dist_partition p where p.logicalrelid = t.name::regclass and p.partmethod = 'h')
     order by t.nth`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

export async function readDistribution(database: Database): Promise<DistributionState> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where not c.relispartition order by 1`,
  );
  const { rows: counts } = await database.pool.query(
    `select (select count(*) from pg_dist_shard) as shards,
            (select count(*) from pg_dist_placement where shardstate <> 1) as unhealthy`,
  );
  const { rows: nodes } = await database.pool.query(
    `select n.nodename as name, n.nodeport as port, n.isactive as is_active, count(p.placementid) as shards
     from pg_dist_node n left join pg_dist_placement p on p.groupid = n.groupid
     where n.noderole = 'primary' group by 1, 2, 3 order by 1, 2`,
  );
  return { ...counts[0], tables: tables.map(({ name }) => name), nodes };
}

function nodeList(nodes: DistributionState['nodes']): string {
  return nodes.map(({ name, port }) => `${name}:${port}`).join(', ');
}
