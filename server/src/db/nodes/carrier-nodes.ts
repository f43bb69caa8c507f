import { type Db, statement } from '../database.ts';

/**
 * The node of each carrier $1, `host:port` as the coordinator knows it. The shards are found first: in the condition of a join, Citus would
 * compute them again for every shard of every table. No row where the observations are on one server.
 */
const nodesOf = statement(
  'nodes.of-carriers',
  `with own as materialized (
     select usdot_number, get_shard_id_for_distribution_column('observations', usdot_number) as shardid
       from unnest($1::bigint[]) as c (usdot_number)
      where exists (select 1 from pg_dist_partition where logicalrelid = to_regclass('observations')))
   select own.usdot_number, n.nodename || ':' || n.nodeport as node from own join pg_dist_placement p using (shardid)
     join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' and n.hasmetadata and n.metadatasynced`,
);

/** The nodes of carriers on a cluster. */
export async function nodesOfCarriers(db: Db, carriers: readonly number[]): Promise<Map<number, string>> {
  if (carriers.length === 0) return new Map();
  const rows = await db.rows<{ usdot_number: number; node: string }>(nodesOf, [[...new Set(carriers)]]);
  return new Map(rows.map(({ usdot_number, node }) => [usdot_number, node]));
}
