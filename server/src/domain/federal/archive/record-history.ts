import type { Derivation, Load } from '../derive/derivation.ts';
import { readSource } from './archive-source.ts';
import { type ArchivedDataset, archivedDatasets } from './archived-datasets.ts';
import { addReturned, createDifferences } from './differences.ts';
import {
  deleteCorrected,
  insertReplaced,
  keepMissing,
  keepNewestValues,
  recordAbsence,
} from './write-history.ts';

/**
 * Stores in carrier_history the values that the file replaces, in the transaction of the import. The first file of a dataset
 * stores none. A file that is older than the newest archived one stores none either; the newest values that it takes out of
 * the dataset's table are kept in carrier_last_known. The old and the new table are joined once, whatever the number of fields.
 */
export const recordHistory: Derivation = async (tx, load) => {
  const archived = archivedDatasets[load.dataset];
  if (archived === undefined) return;
  const { dataset, asOf } = load;
  const inFile = fieldsIn(archived, load.columns);
  const source = await readSource(tx, dataset);
  if (source === null) {
    await tx.client.query(
      `insert into carrier_history_sources (source, since, newest_on, loaded_fields) values ($1, $2, $2, $3)`,
      [dataset, asOf, inFile],
    );
    return;
  }

  const { newest_on, loaded_fields: loaded } = source;
  const isOlder = asOf < newest_on;
  const fields = isOlder ? inFile.filter((name) => loaded.includes(name)) : inFile;
  for (const name of fields) if (!loaded.includes(name)) source.field_since[name] = asOf;

  await createDifferences(tx, load, archived, loaded, fields);
  if (isOlder) await keepNewestValues(tx, load, source);
  else {
    await addReturned(tx, load, archived, fields);
    if (archived.presence === 'record') await recordAbsence(tx, load, source);
    await insertReplaced(tx, load, source, archived);
    if (asOf === newest_on) await deleteCorrected(tx, load);
    await keepMissing(tx, load, source, archived);
  }
  await tx.client.query(
    `update carrier_history_sources set loaded_fields = $2, field_since = $4,
       previous_on = case when $3::date > newest_on then newest_on else previous_on end,
       newest_on = greatest(newest_on, $3::date)
     where source = $1`,
    [dataset, fields, asOf, source.field_since],
  );
  await tx.client.query('drop table carrier_differences');
};

/** The fields that the file has all columns for. Others are not compared: a missing column is not a change. */
function fieldsIn({ fields }: ArchivedDataset, columns: Load['columns']): string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.columns.every((name) => columns.get(name) !== false))
    .map(([name]) => name);
}
