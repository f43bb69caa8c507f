import { testDatabase } from '../database.ts';
import { type Row, testImporter } from './federal-files.ts';
import { exampleRows } from './federal-rows.ts';

export const db = await testDatabase();
export const importer = await testImporter(db, new Date('2026-11-15T12:00:00Z'));
export const force = { force: true };

export async function rows(sql: string, values: unknown[] = []) {
  return (await db.pool.query(sql, values)).rows;
}

/** The first example row of a dataset, with changes. */
export function example(name: string, changes: Row = {}): Row {
  return { ...(exampleRows[name]?.[0] as Row), ...changes };
}
