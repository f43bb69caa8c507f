import type { Transaction } from '../../../db/database.ts';
import { distributeLike } from '../../../db/distribute.ts';
import { codeOf } from '../../../lib/errors.ts';

const UNIQUE_VIOLATION = '23505';

export type Staging = { live: string; staged: string };

/** Made inside the import's transaction: an import that dies leaves no table behind. */
export async function createStaging(tx: Transaction, live: string): Promise<Staging> {
  const staged = `staged_${live}`;
  await tx.client.query(`create table ${staged} (like ${live} including defaults including storage)`);
  return { live, staged };
}

/** `columns` is null for an index on expressions only. */
type Index = { name: string; definition: string; is_primary: boolean; columns: string | null };

/** Whatever indexes the live table has, the new one gets. Returns how many rows repeated a key and were left out. */
export async function buildIndexes(tx: Transaction, staging: Staging): Promise<number> {
  let repeated = 0;
  const indexes = await indexesOf(tx, staging.live);
  for (const index of indexes) {
    const sql = index.is_primary
      ? `alter table ${staging.staged} add constraint staged_${index.name} primary key (${index.columns})`
      : index.definition.replace(
          /^(CREATE (?:UNIQUE )?INDEX) \S+ ON \S+/,
          `$1 staged_${index.name} ON ${staging.staged}`,
        );
    repeated += await unlessRepeated(tx, staging.staged, index, sql);
  }
  // Last of all: until here carriers are found and repeated keys removed, as only a table on one machine allows.
  await distributeLike(tx, staging.staged, staging.live);
  // What readers look up by; the server itself comes round for the other columns within minutes.
  const indexed = new Set(indexes.flatMap(({ columns }) => columns?.split(', ') ?? []));
  await tx.client.query(`analyze ${staging.staged} (${[...indexed].join(', ')})`);
  return repeated;
}

/** The check for repeated keys costs nothing when there are none: the index itself finds them. */
async function unlessRepeated(tx: Transaction, table: string, index: Index, sql: string): Promise<number> {
  await tx.client.query('savepoint before_index');
  try {
    await tx.client.query(sql);
    await tx.client.query('release savepoint before_index');
    return 0;
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION || !index.is_primary) throw error;
    await tx.client.query('rollback to savepoint before_index');
  }
  // The last one in the file is the newest.
  const { rowCount } = await tx.client.query(
    `delete from ${table} where ctid in (
       select ctid from (
         select ctid, row_number() over (partition by ${index.columns} order by ctid desc) as nth from ${table}
       ) as numbered where nth > 1)`,
  );
  await tx.client.query(sql);
  return rowCount ?? 0;
}

export async function indexesOf(tx: Transaction, table: string): Promise<Index[]> {
  const { rows } = await tx.client.query<Index>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, i.indisprimary as is_primary,
       (select string_agg(quote_ident(a.attname), ', ' order by k.place)
          from unnest(i.indkey::int[]) with ordinality as k (column_no, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.column_no) as columns
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass order by i.indisprimary desc, c.relname`,
    [table],
  );
  return rows;
}
