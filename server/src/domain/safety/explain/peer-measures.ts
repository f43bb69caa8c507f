import { type Db, statement } from '../../../db/database.ts';
import { placeOf } from '../sms/categories.ts';
import type { Category } from '../sms/method.ts';
import { neighbour } from '../sms/peer-groups.ts';
import { countUpTo, type Distribution } from '../sms/percentiles.ts';

const distributions = statement(
  'safety.distributions',
  `select d.category, d.peer_group, d.measures, g.median_events
   from unnest($2::smallint[], $3::smallint[]) as wanted (category, peer_group)
   join safety_distributions d on d.run_id = $1 and d.category = wanted.category
     and d.peer_group = wanted.peer_group
   join safety_groups g on g.run_id = d.run_id and g.category = d.category and g.peer_group = d.peer_group`,
);

type Row = { category: number; peer_group: number; measures: Buffer; median_events: number };

export type WantedGroup = { category: Category; group: number };

/** By the place of the category and the group: those wanted and those beside them. A large one is below a megabyte. */
export type PeerMeasures = Map<number, Map<number, Distribution>>;

export async function peerMeasures(db: Db, runId: number, wanted: WantedGroup[]): Promise<PeerMeasures> {
  const keys = new Map<string, [number, number]>();
  for (const { category, group } of wanted)
    for (const one of [group, neighbour(category, group, -1), neighbour(category, group, 1)])
      if (one) keys.set(`${category.id} ${one}`, [placeOf(category.id), one]);
  const places = [...keys.values()];
  const rows = await db.rows<Row>(distributions, [
    runId,
    places.map(([category]) => category),
    places.map(([, group]) => group),
  ]);
  const found: PeerMeasures = new Map();
  for (const { category, peer_group, measures, median_events: medianEvents } of rows) {
    const groups = found.get(category) ?? new Map<number, Distribution>();
    found.set(category, groups.set(peer_group, { measures: numbersOf(measures), medianEvents }));
  }
  return found;
}

function numbersOf(bytes: Buffer): Float64Array {
  const numbers = new Float64Array(bytes.length / 8);
  for (let i = 0; i < numbers.length; i++) numbers[i] = bytes.readDoubleBE(i * 8);
  return numbers;
}

/** The same peers with one measure gone and another come; null for none. Still in order. */
export function withMeasure(sorted: Float64Array, gone: number | null, come: number | null): Float64Array {
  const at = gone === null ? -1 : countUpTo(sorted, gone) - 1;
  const isThere = at >= 0 && sorted[at] === gone;
  const kept = new Float64Array(sorted.length - (isThere ? 1 : 0) + (come === null ? 0 : 1));
  kept.set(isThere ? sorted.subarray(0, at) : sorted);
  if (isThere) kept.set(sorted.subarray(at + 1), at);
  if (come !== null) kept[kept.length - 1] = come;
  return kept.sort();
}
