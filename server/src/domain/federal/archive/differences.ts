import type { Transaction } from '../../../db/database.ts';
import type { Load } from '../derive/derivation.ts';
import { type ArchivedDataset, fieldsObject, isRow } from './archived-datasets.ts';

/**
 * Fills carrier_differences with the rows that only one of the two tables has or that differ, without those that
 * carrier_last_known has. The tables are compared by a 64-bit hash of each row: a join of the whole rows would be written to
 * disk twice.
 */
export async function createDifferences(
  tx: Transaction,
  { dataset, live, staged }: Load,
  archived: ArchivedDataset,
  loaded: string[],
  present: string[],
): Promise<void> {
  const { hasItems, rows, fields } = archived;
  const key = hasItems ? 'usdot_number, item' : 'usdot_number';
  const compared = Object.entries(fields)
    .filter(([name]) => loaded.includes(name) && present.includes(name))
    .flatMap(([, field]) => field.columns);
  const hashes = (table: string) =>
    `(select ${key}, hash_record_extended(row(${compared.join(', ')}), 0) as hash from ${rows(table)} x)`;
  const object = (names: string[], x: string) =>
    `case when ${x}.usdot_number is not null then ${fieldsObject(archived, names, x)} end`;
  // Parallel workers would not run at the import's lowered priority.
  await tx.client.query(`set local work_mem = '128MB'; set local max_parallel_workers_per_gather = 0`);
  await tx.client.query(
    `create temp table carrier_changed on commit drop as
     select ${key} from ${hashes(live)} old full join ${hashes(staged)} new using (${key})
     where old.hash is distinct from new.hash;
     analyze carrier_changed;
     create temp table carrier_differences on commit drop as
     select usdot_number, ${hasItems ? 'item' : `''`} as item, null::date as seen_on,
       ${object(loaded, 'old')} as old, ${object(present, 'new')} as new
     from carrier_changed left join ${rows(live)} old using (${key}) left join ${rows(staged)} new using (${key});
     drop table carrier_changed`,
  );
  await tx.client.query(
    `delete from carrier_differences d using carrier_last_known k
     where k.source = $1 and k.usdot_number = d.usdot_number and k.item = d.item`,
    [dataset],
  );
}

/** Adds the rows of carrier_last_known that the new file has again. */
export async function addReturned(
  tx: Transaction,
  { dataset, staged }: Load,
  archived: ArchivedDataset,
  present: string[],
): Promise<void> {
  await tx.client.query(
    `insert into carrier_differences (usdot_number, item, seen_on, old, new)
     select k.usdot_number, k.item, k.seen_on, k.fields, ${fieldsObject(archived, present, 'new')}
     from carrier_last_known k join ${archived.rows(staged)} new on ${isRow('new', archived)} where k.source = $1`,
    [dataset],
  );
}
