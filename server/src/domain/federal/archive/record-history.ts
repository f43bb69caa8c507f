import type { Transaction } from '../../../db/database.ts';
import type { Derivation, Load } from '../derive/derivation.ts';
import { type ArchivedDataset, archivedDatasets, fieldsObject } from './archived-datasets.ts';

type Source = {
  since: string;
  previous_on: string | null;
  newest_on: string;
  loaded_fields: string[] | null;
  field_since: Partial<Record<string, string>>;
};

/**
 * Stores in carrier_history the values that the file replaces, in the transaction of the import. The first file of a dataset
 * stores none. A file that is older than the newest archived one stores none either; the newest values that it takes out of
 * the dataset's table are kept in carrier_last_known. The old and the new table are joined once, whatever the number of fields.
 */
export const recordHistory: Derivation = async (tx, load) => {
  const archived = archivedDatasets[load.dataset];
  if (archived === undefined) return;
  const inFile = fieldsIn(archived, load.columns);
  const source = await readSource(tx, load.dataset);
  if (source === null) return await startArchive(tx, load, inFile);
  const isOlder = load.asOf < source.newest_on;
  const loaded = source.loaded_fields ?? Object.keys(archived.fields);
  const present = isOlder ? inFile.filter((name) => loaded.includes(name)) : inFile;
  for (const name of present) if (!loaded.includes(name)) source.field_since[name] = load.asOf;
  await createDifferences(tx, load, archived, loaded, present);
  if (isOlder) await keepNewestValues(tx, load, source);
  else {
    await addReturned(tx, load, archived, present);
    if (archived.presence === 'record') await recordAbsence(tx, load, source);
    await insertReplaced(tx, load, source, archived);
    if (load.asOf === source.newest_on) await deleteCorrected(tx, load);
    await keepMissing(tx, load, source, archived);
  }
  await tx.client.query(
    `update carrier_history_sources set loaded_fields = $2, field_since = $4,
       previous_on = case when $3::date > newest_on then newest_on else previous_on end,
       newest_on = greatest(newest_on, $3::date)
     where source = $1`,
    [load.dataset, present, load.asOf, source.field_since],
  );
  await tx.client.query('drop table carrier_differences');
};

/** The fields that the file has all columns for. Others are not compared: a missing column is not a change. */
function fieldsIn({ fields }: ArchivedDataset, columns: Load['columns']): string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.columns.every((name) => columns.get(name) !== false))
    .map(([name]) => name);
}

async function readSource(tx: Transaction, dataset: string): Promise<Source | null> {
  const { rows } = await tx.client.query<Source>(
    `select since, previous_on, newest_on, loaded_fields, field_since from carrier_history_sources where source = $1`,
    [dataset],
  );
  return rows[0] ?? null;
}

async function startArchive(tx: Transaction, { dataset, asOf }: Load, present: string[]): Promise<void> {
  await tx.client.query(
    `insert into carrier_history_sources (source, since, newest_on, loaded_fields) values ($1, $2, $2, $3)`,
    [dataset, asOf, present],
  );
}

/**
 * Fills carrier_differences with the rows that only one of the two tables has or that differ, without those that
 * carrier_last_known has. The tables are compared by a 64-bit hash of each row: a join of the whole rows would be written to
 * disk twice.
 */
async function createDifferences(
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

const isRow = (x: string, { hasItems }: ArchivedDataset) =>
  `${x}.usdot_number = k.usdot_number${hasItems ? ` and ${x}.item = k.item` : ''}`;

/** Rows of carrier_last_known that the new file has again. */
async function addReturned(
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

/**
 * A carrier that was missing from files and is listed again: `record` was null in between. Nothing is stored while it is
 * missing, so a file of part of the country costs nothing.
 */
async function recordAbsence(tx: Transaction, { dataset, asOf, staged }: Load, source: Source) {
  await tx.client.query(
    `insert into carrier_history (usdot_number, source, field, item, value, first_seen, last_seen, replaced_on)
     select k.usdot_number, $1, 'record', '', gap.value, gap.first_seen, gap.last_seen, gap.replaced_on
     from carrier_last_known k
     cross join lateral (
       select 'listed' as value, coalesce((select max(h.replaced_on) from carrier_history h
           where h.source = $1 and h.usdot_number = k.usdot_number and h.field = 'record'), $5::date) as first_seen,
         k.seen_on as last_seen, k.missing_on as replaced_on
       union all
       select null, k.missing_on, case when $2::date > $3::date then $3 else $4 end, $2) as gap
     where k.source = $1 and k.fields is not null and k.missing_on < $2 and gap.first_seen <= gap.last_seen
       and exists (select from ${staged} new where new.usdot_number = k.usdot_number)
     on conflict do nothing`,
    [dataset, asOf, source.newest_on, source.previous_on, source.since],
  );
}

/** Spelling is not a change: case, spaces, the form of a phone number. */
const plain = (value: string) => `upper(regexp_replace(${value}, '\\s+', ' ', 'g'))`;
const digits = (value: string) => `nullif(regexp_replace(${value}, '\\D', '', 'g'), '')`;
const isChanged = (field: string, before: string, after: string) => `case
  when ${field} in ('phone', 'cell_phone', 'fax') then ${digits(before)} is distinct from ${digits(after)}
  else ${plain(before)} is distinct from ${plain(after)} end`;

/**
 * The values that changed. A row that the newest file did not have changed in one field, `presence`, from null. A value of
 * the same day that the file corrects ($2 = seen_on) was held until the file before.
 */
const changes = ({ fields, presence }: ArchivedDataset) => `
  select d.usdot_number, d.item, f.field, v.old as value, coalesce(d.seen_on, $3) as seen_on
  from carrier_differences d
  cross join unnest(array[${Object.keys(fields).map((name) => `'${name}'`)}]) as f (field)
  cross join lateral (select d.old ->> f.field as old, d.new ->> f.field as new) v
  where d.old ? f.field and d.new ? f.field and ${isChanged('f.field', 'v.old', 'v.new')}
  union all
  select usdot_number, item, '${presence}', null, $3 from carrier_differences where old is null`;

const sameKey = (x: string, y: string) =>
  ['usdot_number', 'field', 'item'].map((name) => `${x}.${name} = ${y}.${name}`).join(' and ');

/**
 * $1 dataset, $2 day of the file, $3 newest archived file, $4 the one before, $5 first archived file, $6 later first days of
 * fields. A value is held since the last change of its field, or since the first file that lists the carrier.
 */
async function insertReplaced(
  tx: Transaction,
  { dataset, asOf }: Load,
  source: Source,
  archived: ArchivedDataset,
): Promise<void> {
  const lastSeen = `case when c.seen_on < $2 then c.seen_on else $4 end`;
  await tx.client.query(
    `insert into carrier_history (usdot_number, source, field, item, value, first_seen, last_seen, replaced_on)
     select c.usdot_number, $1, c.field, c.item, c.value, held.since, ${lastSeen}, $2
     from (${changes(archived)}) c
     cross join lateral (select greatest(coalesce(
       (select max(h.replaced_on) from carrier_history h where h.source = $1 and ${sameKey('h', 'c')}),
       (select case when h.value is null then h.replaced_on end from carrier_history h where h.source = $1
          and h.usdot_number = c.usdot_number and h.field = 'record' and h.item = ''
        order by h.replaced_on limit 1), $5), ($6::jsonb ->> c.field)::date) as since) held
     where held.since <= ${lastSeen}
     on conflict do nothing`,
    [dataset, asOf, source.newest_on, source.previous_on, source.since, source.field_since],
  );
}

/** A second file of a day corrects the first. Where it has the value of the day before again, nothing was replaced. */
async function deleteCorrected(tx: Transaction, { dataset, asOf }: Load): Promise<void> {
  await tx.client.query(
    `delete from carrier_history h using carrier_differences d
     where h.source = $1 and h.replaced_on = $2 and h.usdot_number = d.usdot_number and h.item = d.item
       and d.new ? h.field and not (${isChanged('h.field', 'h.value', '(d.new ->> h.field)')})`,
    [dataset, asOf],
  );
}

/** Absence from a file is not a change: the last values of missing carriers and items are kept until they return. */
async function keepMissing(
  tx: Transaction,
  { dataset, asOf, staged }: Load,
  { newest_on }: Source,
  archived: ArchivedDataset,
): Promise<void> {
  await tx.client.query(
    `delete from carrier_last_known k
     where k.source = $1
       and (k.fields is null or exists (select from ${archived.rows(staged)} new where ${isRow('new', archived)}))`,
    [dataset],
  );
  await tx.client.query(
    'update carrier_last_known set missing_on = $2 where source = $1 and missing_on is null',
    [dataset, asOf],
  );
  await tx.client.query(
    `insert into carrier_last_known (usdot_number, source, item, seen_on, missing_on, fields)
     select usdot_number, $1, item, $2, $3, old from carrier_differences where new is null`,
    [dataset, newest_on, asOf],
  );
}

/** An older file replaces the rows of the dataset. The values of the newest file stay the newest known ones. */
async function keepNewestValues(tx: Transaction, { dataset }: Load, { newest_on }: Source): Promise<void> {
  await tx.client.query(
    `insert into carrier_last_known (usdot_number, source, item, seen_on, fields)
     select usdot_number, $1, item, $2, old from carrier_differences`,
    [dataset, newest_on],
  );
}
