import type { Database } from '../../db/database.ts';
import { hasCitus } from '../../db/distribute.ts';
import { type NodeConnections, readNodeConnections } from '../../db/nodes/citus-nodes.ts';
import { failed, ok, type Result, warning } from './check.ts';

/** `direct`: what each process itself may open to each node. */
type Sessions = { processes: number; perProcess: number; direct?: number };

/** Every session on the coordinator opens sessions of its own on the other nodes. */
export async function checkNodeConnections(database: Database, sessions: Sessions): Promise<Result> {
  if (!(await hasCitus(database))) return ok('one machine (no citus extension)');
  return nodeConnectionsResult(await readNodeConnections(database), sessions);
}

export function nodeConnectionsResult(
  nodes: NodeConnections[],
  { processes, perProcess, direct = 0 }: Sessions,
): Result {
  const coordinator = nodes.find(({ is_coordinator }) => is_coordinator)?.limits;
  const others = nodes.filter(({ is_coordinator }) => !is_coordinator);
  if (!coordinator || others.length === 0) return ok('no other node');
  const { session_pool: each, shared_pool: together } = coordinator;
  const wanted = processes * perProcess * each;
  const most = (together < 0 ? wanted : Math.min(wanted, together)) + processes * direct;
  const limit = together < 0 ? 'without a limit' : `at most ${together} together`;
  const asked = `${processes} × ${perProcess} × ${each} are asked of each node, ${limit}, and ${processes} × ${direct} by the processes`;
  const list = others.map(({ node, limits }) =>
    limits ? `${node} ${limits.used} of ${limits.allowed} used` : `${node} cannot be reached`,
  );
  const says = `${asked}; ${list.join(', ')}`;
  if (others.some(({ limits }) => limits === null)) return failed(says, 'Restart the node.');
  return others.some(({ limits }) => limits && limits.allowed < most) ? warning(says) : ok(says);
}
