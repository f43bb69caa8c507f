import type pg from 'pg';

const INDEXES = `
  select x.relname as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  join pg_class x on x.oid = i.indexrelid
  join pg_class t on t.oid = i.indrelid and t.relkind = 'r' and not t.relispartition
  where t.relname = any ($1) and t.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

/**
 * Drops the indexes of empty tables that are about to be filled, except those of constraints, and returns a function that
 * builds them again in the same transaction: building an index once is cheaper than adding each row to it. The tables are
 * locked until the end of the transaction. Partitions keep their indexes: each has too few rows.
 */
export async function dropIndexes(client: pg.ClientBase, tables: string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES, [tables]);
  if (rows.length === 0) return async () => undefined;
  await client.query(`drop index ${rows.map(({ name }) => `"${name}"`).join(', ')}`);
  return async () => {
    await client.query(rows.map(({ definition }) => definition).join(';\n'));
  };
}
