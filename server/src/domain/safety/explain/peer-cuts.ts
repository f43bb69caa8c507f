import { type Db, statement } from '../../../db/database.ts';
import { categoryIndex } from '../sms/categories.ts';
import type { Category, Method } from '../sms/method.ts';
import { neighbor } from '../sms/peer-groups.ts';

const cuts = statement(
  'safety.cuts',
  `select c.category, c.peer_group, c.cuts, g.carriers, g.median_events
   from unnest($2::smallint[], $3::smallint[]) as wanted (category, peer_group)
   join safety_cuts c on c.run_id = $1 and c.category = wanted.category and c.peer_group = wanted.peer_group
   join safety_groups g on g.run_id = c.run_id and g.category = c.category and g.peer_group = c.peer_group`,
);

type Row = { category: number; peer_group: number; cuts: Buffer; carriers: number; median_events: number };

/** One peer group of a run; `neighbors` as returned by cutNeighbors. */
export type PeerCuts = { neighbors: Float64Array; carriers: number; medianEvents: number };

/** Peer groups by category index and group number: `wanted`, and their neighbors if the method blends percentiles. */
export async function peerCuts(
  db: Db,
  runId: number,
  method: Method,
  wanted: { category: Category; group: number }[],
): Promise<Map<number, Map<number, PeerCuts>>> {
  const keys = new Map<string, [number, number]>();
  for (const { category, group } of wanted) {
    const steps = method.percentile === 'ranked' ? [] : [-1 as const, 1 as const];
    for (const one of [group, ...steps.map((step) => neighbor(category, group, step))])
      if (one) keys.set(`${category.id} ${one}`, [categoryIndex(category.id), one]);
  }
  const pairs = [...keys.values()];
  const rows = await db.rows<Row>(cuts, [
    runId,
    pairs.map(([category]) => category),
    pairs.map(([, group]) => group),
  ]);
  const byCategory = new Map<number, Map<number, PeerCuts>>();
  for (const { category, peer_group, cuts, carriers, median_events: medianEvents } of rows) {
    const groups = byCategory.get(category) ?? new Map<number, PeerCuts>();
    byCategory.set(
      category,
      groups.set(peer_group, { neighbors: readDoubles(cuts), carriers, medianEvents }),
    );
  }
  return byCategory;
}

function readDoubles(bytes: Buffer): Float64Array {
  const numbers = new Float64Array(bytes.length / 8);
  for (let i = 0; i < numbers.length; i++) numbers[i] = bytes.readDoubleBE(i * 8);
  return numbers;
}
