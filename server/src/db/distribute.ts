import { operatorError } from '../lib/errors.ts';
import type { Database, Transaction } from './database.ts';

type Distribution = {
  tables: number;
  shards: number;
  /** Shards with a placement that is not active. */
  unhealthy: number;
  nodes: { name: string; port: number; is_active: boolean; shards: number }[];
};

export async function hasCitus(database: Database): Promise<boolean> {
  const { rows } = await database.pool.query(`select 1 from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

/**
 * Distributes the tables over the Citus nodes by a column and checks the result. The tables of a group are colocated.
 * Tables that are already distributed are skipped, so it can be run again.
 */
export async function distribute(
  database: Database,
  groups: string[][],
  column: string,
): Promise<{ distributed: string[]; state: Distribution }> {
  if (!(await hasCitus(database)))
    throw operatorError('This database does not have the citus extension; nothing was distributed.');
  const distributed: string[] = [];
  for (const tables of groups) {
    for (const table of tables) {
      if (await isDistributed(database, table)) continue;
      const colocateWith = table === tables[0] ? 'none' : tables[0];
      await database.pool.query('select create_distributed_table($1, $2, colocate_with => $3)', [
        table,
        column,
        colocateWith,
      ]);
      distributed.push(table);
    }
  }
  const missing: string[] = [];
  for (const table of groups.flat()) if (!(await isDistributed(database, table))) missing.push(table);
  if (missing.length > 0) throw operatorError(`These tables were not distributed: ${missing.join(', ')}.`);
  return { distributed, state: await readDistribution(database) };
}

async function isDistributed(database: Database, table: string): Promise<boolean> {
  const { rows } = await database.pool.query(
    `select 1 from pg_dist_partition where logicalrelid = $1::regclass and partmethod = 'h'`,
    [table],
  );
  return rows.length > 0;
}

export async function readDistribution(database: Database): Promise<Distribution> {
  const { rows: counts } = await database.pool.query(
    `select (select count(*) from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
             where p.partmethod = 'h' and not c.relispartition) as tables,
            (select count(*) from pg_dist_shard) as shards,
            (select count(*) from pg_dist_placement where shardstate <> 1) as unhealthy`,
  );
  const { rows: nodes } = await database.pool.query(
    `select n.nodename as name, n.nodeport as port, n.isactive as is_active, count(p.placementid) as shards
     from pg_dist_node n left join pg_dist_placement p on p.groupid = n.groupid
     where n.noderole = 'primary' group by 1, 2, 3 order by 1, 2`,
  );
  return { ...counts[0], nodes };
}

/** Distributes a table like the one that it will replace, and colocates them. */
export async function distributeLike(tx: Transaction, table: string, like: string): Promise<void> {
  const { rows } = await tx.client.query(`select 1 from pg_extension where extname = 'citus'`);
  if (rows.length === 0) return;
  const { rows: found } = await tx.client.query<{ name: string }>(
    `select column_to_column_name(logicalrelid, partkey) as name from pg_dist_partition
     where logicalrelid = $1::regclass and partmethod = 'h'`,
    [like],
  );
  if (!found[0]) return;
  await tx.client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
    table,
    found[0].name,
    like,
  ]);
}
