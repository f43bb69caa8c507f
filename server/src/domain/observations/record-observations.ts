import { OBSERVATION_COLUMNS } from '../../contract/observation.ts';
import { type Db, statement, type Transaction } from '../../db/database.ts';
import { COUNTED, countDeltas } from './count-deltas.ts';
import {
  completeObservation,
  fromRow,
  type NewObservation,
  NULL_AS_EMPTY,
  type Observation,
  type ObservationKey,
  toRow,
} from './observation.ts';

const MAX_BATCH = 2_000;

const columns = Object.entries(OBSERVATION_COLUMNS);
const names = columns.map(([name]) => name);
export const columnList = names.join(', ');
const rowType = columns.map(([name, type]) => `${name} ${type}`).join(', ');
const isNullable = (name: string) => NULL_AS_EMPTY.some((field) => field === name);
/** `toRow` leaves out empty fields. */
const values = columns
  .map(([name, type]) => {
    if (type === 'boolean') return `coalesce(${name}, false)`;
    return type === 'text' && !isNullable(name) ? `coalesce(${name}, '')` : name;
  })
  .join(', ');
const keyType = 'usdot_number bigint, time_captured timestamptz, id bigint';

const takeIds = statement(
  'observations.take-ids',
  `select nextval('observation_ids') as id from generate_series(1, $1)`,
);

/** One round trip for a whole batch, rows and counts together; about 40 µs per row at 1,000 rows. */
const insertRows = statement(
  'observations.insert-rows',
  `with fresh as (
     insert into observations (${columnList})
     select ${values} from json_to_recordset($1) as r (${rowType})
     returning ${COUNTED}, 1 as delta
   ) ${countDeltas('fresh')}`,
);

/**
 * Writes observations and their counts; their months must exist (`ensureMonths`). Returns the keys in the same order.
 */
export async function recordObservations(db: Db, observations: NewObservation[]): Promise<ObservationKey[]> {
  const keys: ObservationKey[] = [];
  for (let from = 0; from < observations.length; from += MAX_BATCH) {
    const batch = observations.slice(from, from + MAX_BATCH);
    const ids = await db.rows<{ id: number }>(takeIds, [batch.length]);
    const rows = batch.map((fields, i) => completeObservation(fields, ids[i]?.id ?? 0));
    await db.run(insertRows, [JSON.stringify(rows.map(toRow))]);
    keys.push(...rows.map(keyOf));
  }
  return keys;
}

function keyOf({ usdot_number, time_captured, id }: ObservationKey): ObservationKey {
  return { usdot_number, time_captured, id };
}

/** A change locks the row first, so that the counts change by what the row contains at that moment. */
const lockRows = statement(
  'observations.lock-rows',
  `select ${names.map((name) => `o.${name}`).join(', ')}
   from json_to_recordset($1) as k (${keyType})
   join observations o on o.usdot_number = k.usdot_number and o.time_captured = k.time_captured and o.id = k.id
   order by o.usdot_number, o.time_captured, o.id
   for update of o`,
);

type CountRow = {
  usdot_number: number;
  location_state: string;
  location_city: string;
  day: string;
  is_federal: boolean;
  observations: number;
};
const countRow = 'returning usdot_number, location_state, location_city, day, is_federal, observations';

/**
 * Deletes the old row and inserts the new one: the columns of the key cannot be updated once the table is distributed.
 * The insert waits for the delete, so that the two rows never exist together.
 */
const replaceRow = statement(
  'observations.replace-row',
  `with gone as (
     delete from observations where usdot_number = $1 and time_captured = $2 and id = $3
     returning ${COUNTED}, -1 as delta
   ), fresh as (
     insert into observations (${columnList})
     select ${values} from json_to_recordset($4) as r (${rowType})
     where (select count(*) from gone) = 1
     returning ${COUNTED}, 1 as delta
   ), changes as (select * from gone union all select * from fresh)
   ${countDeltas('changes', countRow)}`,
);

/**
 * Changes an observation, including its carrier and time, and moves its counts. Returns null when it does not exist.
 * Concurrent corrections of one row run one after the other.
 */
export async function correctObservation(
  tx: Transaction,
  key: ObservationKey,
  changes: Partial<NewObservation>,
): Promise<Observation | null> {
  const keys = JSON.stringify([key]);
  const locked = await tx.row<Record<string, unknown>>(lockRows, [keys]);
  // A correction that held the lock may have inserted a new row under the same key; only a new query sees it.
  const row = locked ?? (await tx.row<Record<string, unknown>>(lockRows, [keys]));
  if (!row) return null;
  const corrected = completeObservation({ ...fromRow(row), ...changes }, key.id);
  const counts = await tx.rows<CountRow>(replaceRow, [
    key.usdot_number,
    key.time_captured,
    key.id,
    JSON.stringify([toRow(corrected)]),
  ]);
  await deleteEmptyCounts(tx, counts);
  return corrected;
}

const deleteRows = statement(
  'observations.delete-rows',
  `with gone as (
     delete from observations o using json_to_recordset($1) as k (${keyType})
     where o.usdot_number = k.usdot_number and o.time_captured = k.time_captured and o.id = k.id
     returning ${COUNTED.split(', ')
       .map((name) => `o.${name}`)
       .join(', ')}, -1 as delta
   ) ${countDeltas('gone', countRow)}`,
);

/** Deletes observations and their counts; keys that do not exist are ignored. */
export async function deleteObservations(tx: Transaction, keys: ObservationKey[]): Promise<number> {
  let deleted = 0;
  // Repeats until no row is left: a correction that held a lock inserts the row again under the same key.
  for (;;) {
    const locked = await tx.rows<ObservationKey>(lockRows, [JSON.stringify(keys)]);
    if (locked.length === 0) return deleted;
    await deleteEmptyCounts(tx, await tx.rows<CountRow>(deleteRows, [JSON.stringify(locked.map(keyOf))]));
    deleted += locked.length;
  }
}

/** The caller holds the locks of these rows because it just changed them. */
const deleteCounts = statement(
  'observations.drop-empty-counts',
  `delete from observation_counts c
   using json_to_recordset($1) as k (usdot_number bigint, location_state text, location_city text, day date, is_federal boolean)
   where c.usdot_number = k.usdot_number and c.location_state = k.location_state
     and c.location_city = k.location_city and c.day = k.day and c.is_federal = k.is_federal and c.observations = 0`,
);

async function deleteEmptyCounts(tx: Transaction, changed: CountRow[]): Promise<void> {
  const empty = changed.filter(({ observations }) => observations === 0);
  if (empty.length > 0) await tx.run(deleteCounts, [JSON.stringify(empty)]);
}
