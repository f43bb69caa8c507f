import { type Db, statement } from '../../db/database.ts';
import { allIn, type Places } from '../../db/nodes/across-nodes.ts';
import type { Observation } from './observation.ts';

/** The fields of an observation that its counts depend on. */
export type CountedFields = Pick<
  Observation,
  'usdot_number' | 'location_state' | 'location_city' | 'time_captured' | 'type'
>;
export const COUNTED = 'usdot_number, location_state, location_city, time_captured, type';

type CountChange = {
  usdot_number: number;
  location_state: string;
  location_city: string;
  day: string;
  is_federal: boolean;
  observations: number;
};

const key = 'usdot_number, location_state, location_city, day, is_federal';
const add = `on conflict (${key}) do update set observations = c.observations + excluded.observations`;

/** One observation: its count for all locations and for its own. The values name the shard. */
const changeOne = statement(
  'observations.change-count',
  `insert into observation_counts as c (${key}, observations)
   values ($1, '*', '*', $4, $5, $6), ($1, $2, $3, $4, $5, $6) ${add}`,
);
/** One count. */
const changeRow = statement(
  'observations.change-count-row',
  `insert into observation_counts as c (${key}, observations) values ($1, $2, $3, $4, $5, $6) ${add}`,
);
const changeMany = statement(
  'observations.change-counts',
  `insert into observation_counts as c (${key}, observations)
   select ${key}, observations from json_to_recordset($1) as r (usdot_number bigint, location_state text,
     location_city text, day date, is_federal boolean, observations integer) ${add}`,
  { allShards: 'The counts of a batch or of a sighting that changed its carrier.' },
);
/** A count that another transaction raises at the same time is not 0 when its lock is free. */
const deleteEmpty = statement(
  'observations.delete-empty-counts',
  `delete from observation_counts where usdot_number = $1 and location_state = any($2::text[])
     and location_city = any($3::text[]) and day = any($4::date[]) and observations = 0`,
);

/**
 * Applies written (1) and deleted (-1) observations to observation_counts, in the transaction that changed them. Each one
 * counts twice: for all locations and for its own. Sightings of unknown carriers are not counted: nobody reads these
 * counts, and all writers would wait for one row.
 */
export async function changeCounts(
  db: Db,
  written: readonly CountedFields[],
  deleted: readonly CountedFields[] = [],
  places: Places = allIn(db),
): Promise<void> {
  const changes = sumOf(written, deleted);
  const [all, own] = changes;
  if (!all) return;
  if (places.areNodes) {
    for (const group of places.byNode(changes)) await changeOnNode(places, group);
    return;
  }
  if (own && changes.length === 2 && written.length === 1 && deleted.length === 0) {
    const { usdot_number, location_state, location_city, day, is_federal, observations } = own;
    await db.run(changeOne, [usdot_number, location_state, location_city, day, is_federal, observations]);
    return;
  }
  await db.run(changeMany, [JSON.stringify(changes)]);
  await deleteLowered(changes, allIn(db));
}

/** One row at a time: a node plans such a statement once. */
async function changeOnNode(places: Places, changes: CountChange[]): Promise<void> {
  await Promise.all(
    changes.map(({ usdot_number, location_state, location_city, day, is_federal, observations }) =>
      places
        .ofCarrier(usdot_number)
        .run(changeRow, [usdot_number, location_state, location_city, day, is_federal, observations]),
    ),
  );
  await deleteLowered(changes, places);
}

async function deleteLowered(changes: CountChange[], { ofCarrier }: Places): Promise<void> {
  const lowered = Map.groupBy(
    changes.filter(({ observations }) => observations < 0),
    ({ usdot_number }) => usdot_number,
  );
  for (const [usdotNumber, counts] of lowered) {
    const distinct = (name: 'location_state' | 'location_city' | 'day') => [
      ...new Set(counts.map((count) => count[name])),
    ];
    await ofCarrier(usdotNumber).run(deleteEmpty, [
      usdotNumber,
      distinct('location_state'),
      distinct('location_city'),
      distinct('day'),
    ]);
  }
}

/** In one order, with the counts for all locations first, so that concurrent writers lock the rows in the same order. */
function sumOf(written: readonly CountedFields[], deleted: readonly CountedFields[]): CountChange[] {
  const sums = new Map<string, CountChange>();
  const change = (observation: CountedFields, observations: number) => {
    const { usdot_number, location_state, location_city, time_captured, type } = observation;
    if (usdot_number === 0) return;
    const rest = {
      usdot_number,
      day: time_captured.toISOString().slice(0, 10),
      is_federal: type !== 'Detection',
      observations: 0,
    };
    for (const location of [
      { location_state: '*', location_city: '*' },
      { location_state, location_city: upperCase(location_city) },
    ]) {
      const row = { ...rest, ...location };
      const name = JSON.stringify(row);
      const sum = sums.get(name) ?? row;
      sums.set(name, sum);
      sum.observations += observations;
    }
  };
  for (const observation of written) change(observation, 1);
  for (const observation of deleted) change(observation, -1);
  const order = (row: CountChange) => [
    row.usdot_number,
    row.location_state === '*' ? 0 : 1,
    row.location_state,
    row.location_city,
    row.day,
    row.is_federal ? 1 : 0,
  ];
  return [...sums]
    .map(([, row]) => ({ row, order: order(row) }))
    .filter(({ row }) => row.observations !== 0)
    .sort((a, b) => compare(a.order, b.order))
    .map(({ row }) => row);
}

function compare(a: (string | number)[], b: (string | number)[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  if (at < 0) return 0;
  return (a[at] as string) < (b[at] as string) ? -1 : 1;
}

/** Like upper() in PostgreSQL with collation C: other characters than a to z stay. */
function upperCase(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
