import type { Database } from '../../../src/db/database.ts';

/** Inserts one row. Columns that are not given get their defaults. */
export async function insertRow(
  { pool }: Pick<Database, 'pool'>,
  table: string,
  values: Record<string, unknown>,
): Promise<void> {
  const names = Object.keys(values);
  await pool.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(values),
  );
}
