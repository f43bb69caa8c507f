import { operatorError } from '../../lib/errors.ts';
import type { Database } from '../database.ts';
import { hasCitus } from '../distribute.ts';

/** Throws if a node that has shards cannot be reached from the coordinator or from this process. Without Citus there is none. */
export async function checkNodes(database: Database): Promise<void> {
  if (!(await hasCitus(database))) return;
  const { rows } = await database.pool.query<{ node: string; is_reached: boolean }>(
    `select nodename || ':' || nodeport as node, citus_check_connection_to_node(nodename, nodeport) is true as is_reached
       from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`,
  );
  const reached = await Promise.all(
    rows.map(async ({ node, is_reached }) => is_reached && (await answers(database.onNode(node)))),
  );
  const away = reached.filter((is) => !is).length;
  if (away > 0) throw operatorError(`${away} of ${rows.length} nodes of the database cannot be reached.`);
}

/** True without a pool: then the coordinator alone reaches the node. */
async function answers(node: Database | null): Promise<boolean> {
  return (
    node === null ||
    node.pool.query('select 1').then(
      () => true,
      () => false,
    )
  );
}

export type NodeConnections = {
  node: string;
  is_coordinator: boolean;
  /** Null if the node cannot be reached. */
  limits: {
    allowed: number;
    used: number;
    /** What all sessions of this node together may open to another node; -1: no limit. */
    shared_pool: number;
    /** What one session of this node may open to another node. */
    session_pool: number;
  } | null;
};

const LIMITS = `select json_build_object(
  'allowed', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
  'used', (select count(*) from pg_stat_activity where backend_type = 'client backend'),
  'shared_pool', current_setting('citus.max_shared_pool_size')::int,
  'session_pool', current_setting('citus.max_adaptive_executor_pool_size')::int)`;

/** The connections of every node, the coordinator included. Needs the extension. */
export async function readNodeConnections(database: Database): Promise<NodeConnections[]> {
  const { rows } = await database.pool.query<{
    node: string;
    is_coordinator: boolean;
    result: string | null;
  }>(
    `select n.nodename || ':' || n.nodeport as node, n.groupid = 0 as is_coordinator,
            case when r.success then r.result end as result
       from run_command_on_all_nodes($1) r join pg_dist_node n using (nodeid) order by n.groupid`,
    [LIMITS],
  );
  return rows.map(({ result, ...node }) => ({
    ...node,
    limits: result === null ? null : JSON.parse(result),
  }));
}
