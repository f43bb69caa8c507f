import { setTimeout as pause } from 'node:timers/promises';
import { LOCKS } from '../../../db/advisory-locks.ts';
import type { Transaction } from '../../../db/database.ts';
import { codeOf, operatorError } from '../../../lib/errors.ts';

const UNIQUE_VIOLATION = '23505';
const LOCK_NOT_AVAILABLE = '55P03';
/** New readers queue behind a waiting exclusive lock, so each wait is short. */
const LOCK_WAIT_MS = 100;
const LOCK_TRIES = 600;

type StagingTables = { live: string; staged: string };

/** Created inside the import's transaction: a failed import leaves no table behind. */
export async function createStagingTable(tx: Transaction, live: string): Promise<StagingTables> {
  const staged = `staged_${live}`;
  await tx.client.query(`create table ${staged} (like ${live} including defaults including storage)`);
  return { live, staged };
}

/** `columns` is null for an index on expressions only. */
type Index = { name: string; definition: string; is_primary: boolean; columns: string | null };

/** Creates the live table's indexes on the staged table. Returns the number of rows removed for a repeated key. */
export async function buildIndexes(tx: Transaction, { live, staged }: StagingTables): Promise<number> {
  let repeated = 0;
  const indexes = await indexesOf(tx, live);
  for (const index of indexes) {
    const sql = index.is_primary
      ? `alter table ${staged} add constraint staged_${index.name} primary key (${index.columns})`
      : index.definition.replace(
          /^(CREATE (?:UNIQUE )?INDEX) \S+ ON \S+/,
          `$1 staged_${index.name} ON ${staged}`,
        );
    repeated += await buildIndex(tx, staged, index, sql);
  }
  // Analyze only indexed columns now; autovacuum analyzes the others within minutes.
  const indexed = new Set(indexes.flatMap(({ columns }) => columns?.split(', ') ?? []));
  await tx.client.query(`analyze ${staged} (${[...indexed].join(', ')})`);
  return repeated;
}

/** The primary key itself detects repeated keys, so a file without any needs no extra pass. */
async function buildIndex(tx: Transaction, table: string, index: Index, sql: string): Promise<number> {
  await tx.client.query('savepoint before_index');
  try {
    await tx.client.query(sql);
    await tx.client.query('release savepoint before_index');
    return 0;
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION || !index.is_primary) throw error;
    await tx.client.query('rollback to savepoint before_index');
  }
  // Keep the last row in the file, which is the newest.
  const { rowCount } = await tx.client.query(
    `delete from ${table} where ctid in (
       select ctid from (
         select ctid, row_number() over (partition by ${index.columns} order by ctid desc) as nth from ${table}
       ) as numbered where nth > 1)`,
  );
  await tx.client.query(sql);
  return rowCount ?? 0;
}

async function indexesOf(tx: Transaction, table: string): Promise<Index[]> {
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

/** A swap that is ready: `locked` in the order of the locks, and the statements that follow them. */
type Swap = { locked: string[]; sql: string };

/** Reads all that the swap needs before it takes a lock. */
export async function prepareSwap(tx: Transaction, { live, staged }: StagingTables): Promise<Swap> {
  // A running backup reads the live table to its end. Waiting here blocks no reader.
  await tx.client.query('select pg_advisory_xact_lock_shared($1)', [LOCKS.backup]);
  const indexes = await indexesOf(tx, live);
  const views = await viewsOn(tx, live);
  const triggers = await triggersOn(tx, live);
  const statements = [
    `alter table ${live} rename to old_${live}`,
    `alter table ${staged} rename to ${live}`,
    // A view refers to a table by oid, not by name. Recreate it so that it refers to the new table.
    ...views.map(
      ({ name, definition }) => `create or replace view ${name} as ${definition.replace(/;\s*$/, '')}`,
    ),
    `drop table old_${live}`,
    ...indexes.map(({ name }) => `alter index staged_${name} rename to ${name}`),
    ...triggers.map(({ definition }) => definition),
  ];
  // Views before the table, in the order in which readers lock them, to avoid deadlocks.
  return { locked: [...views.map(({ name }) => name), live], sql: statements.join(';\n') };
}

/**
 * Replaces the live table with the staged one. Call it last: exclusive locks are held from here to the commit, and readers
 * wait. One message to the server, because this process may run at the lowest priority and each answer would wait for it.
 * Readers see either the old rows or the new ones.
 */
export async function swapTables(tx: Transaction, { locked, sql }: Swap): Promise<void> {
  await lockExclusively(tx, locked);
  await tx.client.query(sql);
}

/** Definitions contain the name of the live table, which the staged one has after the swap. */
async function triggersOn(tx: Transaction, table: string): Promise<{ definition: string }[]> {
  const { rows } = await tx.client.query<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = $1::regclass and not tgisinternal
     order by tgname`,
    [table],
  );
  return rows;
}

async function viewsOn(tx: Transaction, table: string): Promise<{ name: string; definition: string }[]> {
  const { rows } = await tx.client.query<{ name: string; definition: string }>(
    `select distinct v.oid::regclass::text as name, pg_get_viewdef(v.oid) as definition
     from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_class v on v.oid = r.ev_class
     where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass
       and d.refobjid = $1::regclass and v.relkind = 'v'
     order by name`,
    [table],
  );
  return rows;
}

async function lockExclusively(tx: Transaction, names: string[]): Promise<void> {
  await tx.client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
  for (let tried = 1; ; tried++) {
    await tx.client.query('savepoint before_lock');
    try {
      await tx.client.query(
        `lock table ${names.join(', ')} in access exclusive mode; set local lock_timeout = 0`,
      );
      return;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (tried === LOCK_TRIES)
        throw operatorError(
          `Could not lock ${names.at(-1)}: it is being read all the time. The existing rows were kept. Try again.`,
        );
      await tx.client.query('rollback to savepoint before_lock');
      await pause(20 + Math.random() * 200);
    }
  }
}
