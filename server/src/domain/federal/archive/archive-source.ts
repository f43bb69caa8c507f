import type { Transaction } from '../../../db/database.ts';

/** What is known about the archived files of a dataset: a row of carrier_history_sources. */
export type ArchiveSource = {
  /** The days of the first, the last but one and the newest archived file. */
  since: string;
  previous_on: string | null;
  newest_on: string;
  /** The fields of the rows that the dataset's table has now. */
  loaded_fields: string[];
  /** The first day of fields that the first file did not have. */
  field_since: Partial<Record<string, string>>;
};

/** Null before the first file. */
export async function readSource(tx: Transaction, dataset: string): Promise<ArchiveSource | null> {
  const { rows } = await tx.client.query<ArchiveSource>(
    `select since, previous_on, newest_on, loaded_fields, field_since from carrier_history_sources where source = $1`,
    [dataset],
  );
  return rows[0] ?? null;
}
