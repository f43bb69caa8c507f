import type pg from 'pg';
import {
  type Constraint,
  type Index,
  listConstraints,
  listIndexes,
  listTables,
  quote,
  type Sequence,
  type Table,
} from './catalog.ts';

/** What is removed from the tables while they are filled: building it afterwards is faster. */
type Deferred = {
  /** Per table, for tables with rows of their own: primary keys, unique constraints and indexes. */
  byTable: Map<string, string[]>;
  /** Run in this order after all tables are filled: indexes of partitioned tables, then foreign keys. */
  afterwards: string[];
};

/** Creates what the backup has and migrations do not create: partitions, and tables from elsewhere. */
export async function createMissingTables(
  client: pg.ClientBase,
  wanted: Omit<Table, 'bytes'>[],
): Promise<string[]> {
  const present = new Set((await listTables(client)).map(({ name }) => name));
  const unknown: string[] = [];
  for (const table of wanted) {
    if (present.has(table.name)) continue;
    if (table.parent === null || table.bound === null) {
      unknown.push(table.name);
      await client.query(`create table ${quote(table.name)} (${columnDefinitions(table)})`);
    } else {
      const by = table.partition_key === null ? '' : ` partition by ${table.partition_key}`;
      await client.query(
        `create table ${quote(table.name)} partition of ${quote(table.parent)} ${table.bound}${by}`,
      );
    }
  }
  return unknown;
}

function columnDefinitions({ columns }: Pick<Table, 'columns'>): string {
  return columns
    .map(({ name, type, not_null }) => `${quote(name)} ${type}${not_null ? ' not null' : ''}`)
    .join(', ');
}

/** The tables whose columns differ from those of the backup. */
export async function findDifferences(
  client: pg.ClientBase,
  wanted: Omit<Table, 'bytes'>[],
): Promise<string[]> {
  const shapes = (columns: Table['columns']) =>
    columns
      .map(({ name, type }) => `${name} ${type}`)
      .sort()
      .join();
  const present = new Map((await listTables(client)).map((table) => [table.name, shapes(table.columns)]));
  return wanted.filter((table) => present.get(table.name) !== shapes(table.columns)).map(({ name }) => name);
}

/**
 * Removes constraints and indexes and disables triggers, which needs no superuser. `extra` are indexes of the backup,
 * which also has indexes that no migration creates.
 */
export async function deferIndexes(client: pg.ClientBase, extra: Index[]): Promise<Deferred> {
  const tables = await listTables(client);
  const constraints = await listConstraints(client);
  const indexes = await listIndexes(client);
  const isPartitioned = new Set(tables.filter((t) => t.partition_key !== null).map(({ name }) => name));
  const known = new Set(indexes.map((index) => indexWithSql({ ...index, name: '' }).sql));
  const additional = extra.filter(
    (index) => !index.is_attached && !known.has(indexWithSql({ ...index, name: '' }).sql),
  );
  const keys = constraints.filter(({ kind }) => kind !== 'f');
  const foreignKeys = constraints.filter(({ kind, is_attached }) => kind === 'f' && !is_attached);

  const own = [...foreignKeys, ...keys.filter(({ is_attached }) => !is_attached)];
  for (const { name, table } of own)
    await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`);
  for (const { name, is_attached } of indexes)
    if (!is_attached) await client.query(`drop index ${quote(name)}`);
  for (const { name } of tables) await client.query(`alter table ${quote(name)} disable trigger user`);

  const byTable = new Map<string, string[]>();
  const afterwards: string[] = [];
  for (const { table, sql } of [...keys.map(withSql), ...[...indexes, ...additional].map(indexWithSql)]) {
    // The index of a partitioned table takes over the equal indexes of its partitions.
    if (isPartitioned.has(table)) afterwards.push(sql);
    else byTable.set(table, [...(byTable.get(table) ?? []), sql]);
  }
  return { byTable, afterwards: [...afterwards, ...foreignKeys.map((key) => withSql(key).sql)] };
}

function withSql({ table, name, definition }: Constraint): { table: string; sql: string } {
  return { table, sql: `alter table ${quote(table)} add constraint ${quote(name)} ${definition}` };
}

/** Without the schema, and without ONLY, which would leave out the partitions. */
function indexWithSql({ table, name, definition }: Index): { table: string; sql: string } {
  const sql = definition.replace(
    /^CREATE (UNIQUE )?INDEX \S+ ON (?:ONLY )?\S+/,
    (_, unique = '') => `create ${unique}index ${quote(name)} on ${quote(table)}`,
  );
  return { table, sql };
}

export async function enableTriggers(client: pg.ClientBase): Promise<void> {
  for (const { name } of await listTables(client))
    await client.query(`alter table ${quote(name)} enable trigger user`);
}

export async function setSequences(client: pg.ClientBase, sequences: Sequence[]): Promise<void> {
  for (const { name, last_value, is_called } of sequences) {
    const { rows } = await client.query('select to_regclass($1) is not null as there', [quote(name)]);
    if (!rows[0].there) continue;
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quote(name), last_value, is_called]);
  }
}
