import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../server/src/db/database.ts';

/** Where texts are found: `what` is a table, a column of the planner's statistics, or the log. */
export type Trace = { what: string; texts: string[] };

const shownIn = (texts: readonly string[], where: string) => texts.filter((text) => where.includes(text));

/** Every row of every table, and the planner's samples after `analyze`, as text. */
export async function tracesInDatabase(database: Database, texts: readonly string[]): Promise<Trace[]> {
  const { pool } = database;
  await pool.query('analyze');
  const { rows: tables } = await pool.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const traces: Trace[] = [];
  const look = async (what: string, sql: string) => {
    const { rows } = await pool.query(sql);
    const found = new Set(rows.flatMap(({ row }) => shownIn(texts, String(row).toUpperCase())));
    if (found.size > 0) traces.push({ what, texts: [...found] });
  };
  for (const { name } of tables) await look(name, `select to_jsonb(t)::text as row from "${name}" t`);
  await look(
    'pg_stats',
    `select concat_ws(' ', most_common_vals::text, histogram_bounds::text, most_common_elems::text) as row
       from pg_stats where schemaname = 'public'`,
  );
  return traces;
}

/** The bytes of every file in the store. */
export async function storedFiles(folder: string): Promise<Buffer[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    names.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name))),
  );
}
