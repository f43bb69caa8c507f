import { type Database, statement } from '../../../db/database.ts';
import { allowLongWork } from '../../../db/long-work.ts';
import { FEDERAL } from './scan-database.ts';
import type { VehiclePattern } from './vehicle-pattern.ts';

const MENTIONS = `schemaname = 'public' and not tablename = any($2::text[])
  and concat_ws(E'\\n', most_common_vals::text, histogram_bounds::text, most_common_elems::text) ~* $1`;
const mentioned = statement(
  'erase.statistics-with',
  `select distinct format('%I.%I', schemaname, tablename) as name from pg_stats where ${MENTIONS}`,
);
const mayClear = statement(
  'erase.may-clear-statistics',
  `select to_regproc('pg_clear_attribute_stats') is not null as may`,
);

/**
 * PostgreSQL keeps samples of column values for its planner, which any role that can read the table can read. `vacuum` removes
 * the erased rows from the pages and replaces the samples. It keeps those of a table that is now empty; PostgreSQL 18 can
 * delete them.
 */
export async function refreshStatistics(database: Database, pattern: VehiclePattern): Promise<void> {
  const values = [pattern.sql, [...FEDERAL]];
  const tables = async () =>
    (await database.rows<{ name: string }>(mentioned, values)).map(({ name }) => name);
  const found = await tables();
  if (found.length === 0) return;
  const client = await database.connect();
  try {
    await allowLongWork(client, 'session');
    for (const table of found) await client.query(`vacuum (analyze) ${table}`);
    if ((await database.row<{ may: boolean }>(mayClear))?.may && (await tables()).length > 0)
      await client.query(
        `select pg_clear_attribute_stats(schemaname, tablename, attname, inherited) from pg_stats where ${MENTIONS}`,
        values,
      );
  } finally {
    await client.end();
  }
}
