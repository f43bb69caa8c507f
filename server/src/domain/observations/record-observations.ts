import { OBSERVATION_COLUMNS } from '../../contract/observation.ts';
import { type Database, type Db, statement, type Transaction } from '../../db/database.ts';
import { allIn, type Places } from '../../db/nodes/across-nodes.ts';
import { COUNTED, type CountedFields, changeCounts } from './change-counts.ts';
import { changeLanes } from './lane-changes.ts';
import {
  completeObservation,
  type NewObservation,
  NULL_AS_EMPTY,
  type Observation,
  type ObservationKey,
  toRow,
} from './observation.ts';
import type { VehicleDetails } from './unmatched.ts';
import {
  replaceVehicleSightings,
  type SightedVehicle,
  VEHICLE_COLUMNS,
} from './vehicles/vehicle-sightings.ts';

/*
 * Each statement names the carrier of its rows in a parameter or in VALUES, and touches one table: in a distributed table
 * it then runs on one shard (distribution.ts).
 */

const MAX_BATCH = 2_000;

const columns = Object.entries(OBSERVATION_COLUMNS);
const names = columns.map(([name]) => name);
export const columnList = names.join(', ');
const rowType = columns.map(([name, type]) => `${name} ${type}`).join(', ');
const isNullable = (name: string) => NULL_AS_EMPTY.some((field) => field === name);
/** `toRow` leaves out empty fields. */
const emptyAs = (name: string, type: string) => {
  if (type === 'boolean') return `coalesce(${name}, false)`;
  return type === 'text' && !isNullable(name) ? `coalesce(${name}, '')` : name;
};
const KEY = 'usdot_number, time_captured, id';

const takeIds = statement(
  'observations.take-ids',
  'select next_sighting_id(bucket) as id from unnest($1::smallint[]) as c (bucket)',
);
/** A row that exists already was written by a worker that crashed before it had finished the row of the queue. */
const insertRows = statement(
  'observations.insert-rows',
  `insert into observations (${columnList})
   select ${columns.map(([name, type]) => emptyAs(name, type)).join(', ')} from json_to_recordset($1) as r (${rowType})
   on conflict (${KEY}) do nothing returning ${COUNTED}`,
  { allShards: 'A batch of several carriers, sent in one COPY to each shard.' },
);

const insertRow = statement(
  'observations.insert-row',
  `insert into observations (${columnList}) values (${names.map((_, i) => `$${i + 1}`)})
   on conflict (${KEY}) do nothing returning ${COUNTED}`,
);

/** On its node, a row at a time is cheaper than a batch: Citus plans that for each batch, and sends it to the shards by COPY. */
function insertEach(
  { ofCarrier }: Places,
  observations: readonly Observation[],
): Promise<(CountedFields | null)[]> {
  return Promise.all(
    observations.map((observation) => {
      const row = { ...toRow(observation), view_image_ids: observation.view_image_ids };
      return ofCarrier(observation.usdot_number).row<CountedFields>(insertRow, valuesOf(row));
    }),
  );
}

function valuesOf(row: Record<string, unknown>): unknown[] {
  return columns.map(
    ([name, type]) =>
      row[name] ?? (type === 'boolean' ? false : type === 'text' && !isNullable(name) ? '' : null),
  );
}

/**
 * Writes observations and their counts; their months must exist (`ensureMonths`). Returns the keys in the same order.
 */
export async function recordObservations(
  db: Database | Transaction,
  observations: NewObservation[],
): Promise<ObservationKey[]> {
  if ('transaction' in db) return db.transaction((tx) => recordObservations(tx, observations));
  const unknown = observations.filter(({ id }) => id === undefined);
  const ids = await takeSightingIds(
    db,
    unknown.map(() => 0),
  );
  const rows = observations.map((fields) =>
    completeObservation(fields, fields.id ?? (ids.shift() as number)),
  );
  await replaceObservations(db, rows, []);
  return rows.map(({ usdot_number, time_captured, id }) => ({ usdot_number, time_captured, id }));
}

/** Ids of sightings that are not written yet, one for each bucket. */
export async function takeSightingIds(db: Db, buckets: number[]): Promise<number[]> {
  if (buckets.length === 0) return [];
  return (await db.rows<{ id: number }>(takeIds, [buckets])).map(({ id }) => id);
}

/**
 * Deletes the observations under the former keys, if there are any, and writes others. The counts change by the rows that
 * were deleted and inserted, and their carriers and days are noted for the lanes. No other transaction may write observations with these ids.
 */
export async function replaceObservations(
  tx: Transaction,
  observations: readonly Observation[],
  former: readonly ObservationKey[],
  details: ReadonlyMap<number, VehicleDetails> = new Map(),
  places: Places = allIn(tx),
): Promise<void> {
  const deleted = await deleteUncounted(places, former);
  await replaceVehicleSightings(tx, observations, details, deleted);
  const inserted: CountedFields[] = [];
  if (places.areNodes)
    inserted.push(...(await insertEach(places, observations)).filter((row) => row !== null));
  else inserted.push(...(await insertBatches(tx, observations)));
  // On a cluster, an interrupted attempt may have written the rows on their nodes and not noted their days here.
  const [written, removed] = places.areNodes ? [observations, former] : [inserted, deleted];
  await Promise.all([changeCounts(tx, inserted, deleted, places), changeLanes(tx, written, removed)]);
}

async function insertBatches(
  tx: Transaction,
  observations: readonly Observation[],
): Promise<CountedFields[]> {
  const inserted: CountedFields[] = [];
  for (let from = 0; from < observations.length; from += MAX_BATCH) {
    const rows = observations.slice(from, from + MAX_BATCH).map(toRow);
    inserted.push(...(await tx.rows<CountedFields>(insertRows, [JSON.stringify(rows)])));
  }
  return inserted;
}

/** Deletes observations and their counts; keys that do not exist are ignored. */
export async function deleteObservations(tx: Transaction, keys: readonly ObservationKey[]): Promise<void> {
  await replaceObservations(tx, [], keys);
}

/** The rows of one carrier. $4 and $5 limit the partitions. */
const deleteRows = statement(
  'observations.delete-rows',
  `delete from observations where usdot_number = $1 and time_captured between $4 and $5
     and (time_captured, id) in (select * from unnest($2::timestamptz[], $3::bigint[]))
   returning id, ${COUNTED}, ${VEHICLE_COLUMNS}`,
);
type Deleted = CountedFields & SightedVehicle;

async function deleteUncounted(places: Places, keys: readonly ObservationKey[]): Promise<Deleted[]> {
  const deleted: Deleted[] = [];
  const byCarrier = [...Map.groupBy(keys, ({ usdot_number }) => usdot_number)].sort(([a], [b]) => a - b);
  for (const [usdotNumber, own] of byCarrier) {
    const times = own.map(({ time_captured }) => time_captured);
    const sorted = times.map((time) => time.getTime()).sort((a, b) => a - b);
    const [first, last] = [new Date(sorted[0] as number), new Date(sorted.at(-1) as number)];
    const ids = own.map(({ id }) => id);
    const values = [usdotNumber, times, ids, first, last];
    deleted.push(...(await places.ofCarrier(usdotNumber).rows<Deleted>(deleteRows, values)));
  }
  return deleted;
}
