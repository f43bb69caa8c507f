import type { Transaction } from '../../db/database.ts';
import { deleteFederalObservations } from '../observations/delete-demo.ts';
import { buildCatalog } from './catalog/build-catalog.ts';
import { allDatasets } from './datasets/all-datasets.ts';
import { notifyFederalChanged } from './loads.ts';

/** What imports write beside the tables of the datasets. */
const DERIVED = [
  'federal_loads',
  'carrier_snapshots',
  'carrier_words',
  'carrier_history',
  'carrier_history_sources',
  'carrier_last_known',
  'violation_catalog',
  'federal_facilities',
];

/**
 * Deletes every federal table, load and archive, as if nothing had been imported. The rows are deleted and not truncated, so
 * that readers see them until the commit.
 */
export async function deleteFederalData(tx: Transaction): Promise<void> {
  for (const table of [...allDatasets.map((dataset) => dataset.table), ...DERIVED])
    await tx.client.query(`delete from ${table}`);
  await deleteFederalObservations(tx);
  await buildCatalog(tx, { sms: null, daily: null, list: 'violation_codes' }, null);
  for (const { name } of allDatasets) await tx.rows(notifyFederalChanged, [name]);
}
