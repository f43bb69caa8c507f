import type { Transaction } from '../../../db/database.ts';
import type { Load } from '../derive/derivation.ts';
import type { ArchiveSource } from './archive-source.ts';
import { type ArchivedDataset, isRow } from './archived-datasets.ts';

/**
 * A carrier that was missing from files and is listed again: `record` was null in between. Nothing is stored while it is
 * missing, so a file of part of the country costs nothing.
 */
export async function recordAbsence(
  tx: Transaction,
  { dataset, asOf, staged }: Load,
  source: ArchiveSource,
): Promise<void> {
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
export async function insertReplaced(
  tx: Transaction,
  { dataset, asOf }: Load,
  source: ArchiveSource,
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
export async function deleteCorrected(tx: Transaction, { dataset, asOf }: Load): Promise<void> {
  await tx.client.query(
    `delete from carrier_history h using carrier_differences d
     where h.source = $1 and h.replaced_on = $2 and h.usdot_number = d.usdot_number and h.item = d.item
       and d.new ? h.field and not (${isChanged('h.field', 'h.value', '(d.new ->> h.field)')})`,
    [dataset, asOf],
  );
}

/** Absence from a file is not a change: the last values of missing carriers and items are kept until they return. */
export async function keepMissing(
  tx: Transaction,
  { dataset, asOf, staged }: Load,
  { newest_on }: ArchiveSource,
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
export async function keepNewestValues(
  tx: Transaction,
  { dataset }: Load,
  { newest_on }: ArchiveSource,
): Promise<void> {
  await tx.client.query(
    `insert into carrier_last_known (usdot_number, source, item, seen_on, fields)
     select usdot_number, $1, item, $2, old from carrier_differences`,
    [dataset, newest_on],
  );
}
