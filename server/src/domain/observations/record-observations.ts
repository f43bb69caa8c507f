import { OBSERVATION_COLUMNS } from '../../contract/observation.ts';
import { type Database, type Db, statement, type Transaction } from '../../db/database.ts';
import { COUNTED, type CountedFields, changeCounts } from './change-counts.ts';
import {
  completeObservation,
  fromRow,
  type NewObservation,
  NULL_AS_EMPTY,
  type Observation,
  type ObservationKey,
  toRow,
} from './observation.ts';

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
const emptyAs = (name: string, type: string, value: string) => {
  if (type === 'boolean') return `coalesce(${value}, false)`;
  return type === 'text' && !isNullable(name) ? `coalesce(${value}, '')` : value;
};
const parameters = columns.map(([name, type], i) => emptyAs(name, type, `$${i + 1}::${type}`));
const isKey = 'usdot_number = $1 and time_captured = $2 and id = $3';
const KEY = ['usdot_number', 'time_captured', 'id'];

const insertRow = statement(
  'observations.insert-row',
  `insert into observations (${columnList}) values (${parameters.join(', ')})`,
);
/** The database assigns the id, which saves a round trip. */
const insertNew = statement(
  'observations.insert-new',
  `insert into observations (${columnList})
   values (${parameters.map((value, i) => (names[i] === 'id' ? `coalesce($${i + 1}::bigint, nextval('observation_ids'))` : value)).join(', ')})
   returning id`,
);

const takeIds = statement(
  'observations.take-ids',
  `select nextval('observation_ids') as id from generate_series(1, $1)`,
);
/** One round trip for a whole batch; about 40 µs per row at 1,000 rows. */
const insertRows = statement(
  'observations.insert-rows',
  `insert into observations (${columnList})
   select ${columns.map(([name, type]) => emptyAs(name, type, name)).join(', ')} from json_to_recordset($1) as r (${rowType})`,
  { allShards: 'A batch of several carriers, sent in one COPY to each shard.' },
);

/**
 * Writes observations and their counts; their months must exist (`ensureMonths`). Returns the keys in the same order.
 */
export async function recordObservations(
  db: Database | Transaction,
  observations: NewObservation[],
): Promise<ObservationKey[]> {
  if ('transaction' in db) return db.transaction((tx) => recordObservations(tx, observations));
  const [only, ...others] = observations;
  if (only?.id !== undefined && others.length === 0) return [await insertWithId(db, only, only.id)];
  const keys: ObservationKey[] = [];
  for (let from = 0; from < observations.length; from += MAX_BATCH) {
    const rows = await insert(db, observations.slice(from, from + MAX_BATCH));
    await changeCounts(db, rows);
    keys.push(...rows.map(keyOf));
  }
  return keys;
}

/** Ids for sightings that are not written yet, so that all statements that need one can be sent together. */
export async function takeObservationIds(db: Db, count: number): Promise<number[]> {
  if (count === 0) return [];
  return (await db.rows<{ id: number }>(takeIds, [count])).map(({ id }) => id);
}

async function insertWithId(db: Db, fields: NewObservation, id: number): Promise<ObservationKey> {
  const row = completeObservation(fields, id);
  await Promise.all([db.run(insertRow, valuesOf(row)), changeCounts(db, [row])]);
  return keyOf(row);
}

async function insert(db: Db, observations: NewObservation[]): Promise<Observation[]> {
  const [only, ...others] = observations;
  if (only && others.length === 0) {
    const row = completeObservation(only, 0);
    const inserted = await db.row<{ id: number }>(insertNew, valuesOf({ ...row, id: null }));
    return [{ ...row, id: inserted?.id ?? 0 }];
  }
  const ids = await takeObservationIds(db, observations.length);
  const rows = observations.map((fields, i) => completeObservation(fields, ids[i] ?? 0));
  await db.run(insertRows, [JSON.stringify(rows.map(toRow))]);
  return rows;
}

/** The values of all columns as parameters. */
function valuesOf(observation: Omit<Observation, 'id'> & { id: number | null }): unknown[] {
  const row = toRow(observation as Observation);
  return names.map((name) => row[name] ?? null);
}

function keyOf({ usdot_number, time_captured, id }: ObservationKey): ObservationKey {
  return { usdot_number, time_captured, id };
}

/** A change locks the row first, so that the counts change by what the row contains at that moment. */
const lockRow = statement(
  'observations.lock-row',
  `select ${columnList} from observations where ${isKey} for update`,
);
const updateRow = statement(
  'observations.update-row',
  `update observations set ${names.flatMap((name, i) => (KEY.includes(name) ? [] : [`${name} = ${parameters[i]}`])).join(', ')}
   where ${KEY.map((name) => `${name} = $${names.indexOf(name) + 1}`).join(' and ')}`,
);
const deleteRow = statement('observations.delete-row', `delete from observations where ${isKey}`);

/**
 * Changes an observation, including its carrier and time, and moves its counts. Returns null when it does not exist.
 * Concurrent corrections of one row run one after the other.
 */
export async function correctObservation(
  tx: Transaction,
  key: ObservationKey,
  changes: Partial<NewObservation>,
): Promise<Observation | null> {
  const values = [key.usdot_number, key.time_captured, key.id];
  const locked = await tx.row<Record<string, unknown>>(lockRow, values);
  // A correction that held the lock may have inserted a new row under the same key; only a new query sees it.
  const row = locked ?? (await tx.row<Record<string, unknown>>(lockRow, values));
  if (!row) return null;
  const former = fromRow(row);
  const corrected = completeObservation({ ...former, ...changes }, key.id);
  if (isSameKey(former, corrected)) await tx.run(updateRow, valuesOf(corrected));
  else {
    // The columns of the key cannot be updated once the table is distributed.
    await tx.run(deleteRow, values);
    await tx.run(insertRow, valuesOf(corrected));
  }
  await changeCounts(tx, [corrected], [former]);
  return corrected;
}

function isSameKey(a: ObservationKey, b: ObservationKey): boolean {
  return a.usdot_number === b.usdot_number && a.time_captured.getTime() === b.time_captured.getTime();
}

/** The rows of one carrier. $4 and $5 limit the partitions. */
const deleteRows = statement(
  'observations.delete-rows',
  `delete from observations where usdot_number = $1 and time_captured between $4 and $5
     and (time_captured, id) in (select * from unnest($2::timestamptz[], $3::bigint[]))
   returning id, ${COUNTED}`,
);

/** Deletes observations and their counts; keys that do not exist are ignored. */
export async function deleteObservations(tx: Transaction, keys: ObservationKey[]): Promise<number> {
  const deleted: CountedFields[] = [];
  const byCarrier = [...Map.groupBy(keys, ({ usdot_number }) => usdot_number)].sort(([a], [b]) => a - b);
  for (const [usdotNumber, ofCarrier] of byCarrier) {
    // Repeats until no row is left: a correction that held a lock inserts the row again under the same key.
    for (let left = ofCarrier; left.length > 0; ) {
      const times = left.map(({ time_captured }) => time_captured.getTime());
      const gone = await tx.rows<CountedFields & { id: number }>(deleteRows, [
        usdotNumber,
        left.map(({ time_captured }) => time_captured),
        left.map(({ id }) => id),
        new Date(Math.min(...times)),
        new Date(Math.max(...times)),
      ]);
      if (gone.length === 0) break;
      deleted.push(...gone);
      const ids = new Set(gone.map(({ id }) => id));
      left = left.filter(({ id }) => !ids.has(id));
    }
  }
  await changeCounts(tx, [], deleted);
  return deleted.length;
}
