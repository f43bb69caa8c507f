import type { Transaction } from '../../../db/database.ts';
import type { Load } from '../derive/derivation.ts';
import type { ArchiveSource } from './archive-source.ts';
import { type ArchivedDataset, isRow } from './archived-datasets.ts';

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
