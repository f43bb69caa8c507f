import { type Db, statement } from '../../../db/database.ts';
import { placeOf } from '../sms/categories.ts';
import type { Category, Method } from '../sms/method.ts';
import { neighbour } from '../sms/peer-groups.ts';

const cuts = statement(
  'safety.cuts',
  `select c.category, c.peer_group, c.cuts, g.carriers, g.median_events
   from unnest($2::smallint[], $3::smallint[]) as wanted (category, peer_group)
   join safety_cuts c on c.run_id = $1 and c.category = wanted.category and c.peer_group = wanted.peer_group
   join safety_groups g on g.run_id = c.run_id and g.category = c.category and g.peer_group = c.peer_group`,
);

type Row = { category: number; peer_group: number; cuts: Buffer; carriers: number; median_events: number };

export type WantedGroup = { category: Category; group: number };

/** One peer group of a run; `windows` as cut-windows.ts makes them. */
export type PeerCuts = { windows: Float64Array; carriers: number; medianEvents: number };

/** By the place of the category and the group: those wanted, and those beside them where percentiles blend. */
export async function peerCuts(
  db: Db,
  runId: number,
  method: Method,
  wanted: WantedGroup[],
): Promise<Map<number, Map<number, PeerCuts>>> {
  const keys = new Map<string, [number, number]>();
  for (const { category, group } of wanted) {
    const beside = method.percentile === 'ranked' ? [] : [-1 as const, 1 as const];
    for (const one of [group, ...beside.map((step) => neighbour(category, group, step))])
      if (one) keys.set(`${category.id} ${one}`, [placeOf(category.id), one]);
  }
  const places = [...keys.values()];
  const rows = await db.rows<Row>(cuts, [
    runId,
    places.map(([category]) => category),
    places.map(([, group]) => group),
  ]);
  const found = new Map<number, Map<number, PeerCuts>>();
  for (const { category, peer_group, cuts, carriers, median_events: medianEvents } of rows) {
    const groups = found.get(category) ?? new Map<number, PeerCuts>();
    found.set(category, groups.set(peer_group, { windows: numbersOf(cuts), carriers, medianEvents }));
  }
  return found;
}

function numbersOf(bytes: Buffer): Float64Array {
  const numbers = new Float64Array(bytes.length / 8);
  for (let i = 0; i < numbers.length; i++) numbers[i] = bytes.readDoubleBE(i * 8);
  return numbers;
}
