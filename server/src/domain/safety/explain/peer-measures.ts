import { type Db, statement } from '../../../db/database.ts';
import { placeOf } from '../sms/categories.ts';
import type { Category } from '../sms/method.ts';
import { neighbour } from '../sms/peer-groups.ts';
import { countUpTo, type Distribution } from '../sms/percentiles.ts';

const distributions = statement(
  'safety.distributions',
  `select d.peer_group, d.measures, g.median_events
   from safety_distributions d join safety_groups g using (run_id, category, peer_group)
   where d.run_id = $1 and d.category = $2 and d.peer_group = any($3::smallint[])`,
);

type Row = { peer_group: number; measures: Buffer; median_events: number };

/** The measures of these groups and of those beside them; a large group is less than a megabyte. */
export async function peerMeasures(
  db: Db,
  runId: number,
  category: Category,
  groups: number[],
): Promise<Map<number, Distribution>> {
  const wanted = groups.flatMap((group) => [
    group,
    neighbour(category, group, -1) ?? group,
    neighbour(category, group, 1) ?? group,
  ]);
  const rows = await db.rows<Row>(distributions, [runId, placeOf(category.id), [...new Set(wanted)]]);
  return new Map(
    rows.map(({ peer_group, measures, median_events }) => [
      peer_group,
      { measures: numbersOf(measures), medianEvents: median_events },
    ]),
  );
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
