import { type Database, statement } from '../../../db/database.ts';
import { allowLongWork } from '../../../db/long-work.ts';
import { FEDERAL } from './scan-database.ts';
import type { VehiclePattern } from './vehicle-pattern.ts';

const mentioned = statement(
  'erase.statistics-with',
  `select distinct format('%I.%I', schemaname, tablename) as name from pg_stats
    where schemaname = 'public' and not tablename = any($2::text[]) and concat_ws(E'\\n', most_common_vals::text, histogram_bounds::text, most_common_elems::text) ~* $1`,
);

/**
 * PostgreSQL keeps samples of column values for its planner, which any role that can read the table can read. `vacuum` removes
 * the erased rows from the pages and replaces the samples.
 */
export async function refreshStatistics(database: Database, pattern: VehiclePattern): Promise<string[]> {
  const tables = (await database.rows<{ name: string }>(mentioned, [pattern.sql, [...FEDERAL]])).map(
    ({ name }) => name,
  );
  if (tables.length === 0) return [];
  const client = await database.connect();
  try {
    await allowLongWork(client, 'session');
    for (const table of tables) await client.query(`vacuum (analyze) ${table}`);
  } finally {
    await client.end();
  }
  return tables;
}
