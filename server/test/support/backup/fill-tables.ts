import type pg from 'pg';
import { listTables, quote, type Table } from '../../../src/db/catalog.ts';

type Check = { table: string; columns: string[]; definition: string };
type ForeignKey = { table: string; column: string; target: string; target_column: string };
type Identity = { table: string; column: string };

/** Characters that a wrong escape would lose. */
const SPECIAL = `tab\there, newline\nhere, back\\slash, quote ' " and é漢🚚`;

/** Milepost writes the rows of these tables itself and removes others. */
export const WRITTEN_BY_THE_CODE = new Set(['milepost_migrations', 'quota_defaults']);

/**
 * Inserts rows into every table, with values that follow from the catalog: types, checks, foreign keys and partition keys. So
 * it also covers tables that later migrations add.
 */
export async function fillTables(client: pg.ClientBase, rows = 3): Promise<void> {
  const tables = await listTables(client);
  const checks = await readChecks(client);
  const foreignKeys = await readForeignKeys(client);
  const identities = await readIdentities(client);
  const wanted = tables.filter(({ parent, name }) => parent === null && !WRITTEN_BY_THE_CODE.has(name));
  for (const table of inOrder(wanted, foreignKeys)) {
    if (table.partition_key !== null) await ensurePartition(client, table);
    for (let i = 1; i <= rows; i++) {
      const columns: string[] = [];
      const values: unknown[] = [];
      for (const { name, type, is_generated } of table.columns) {
        const isOwn = (one: { table: string; column: string }) =>
          one.table === table.name && one.column === name;
        if (is_generated || identities.some(isOwn)) continue;
        const key = foreignKeys.find(isOwn);
        const check = checks.find(
          (one) => one.table === table.name && one.columns.join() === name,
        )?.definition;
        columns.push(`${quote(name)}:${type}`);
        values.push(key ? await nthValue(client, key, i) : generate(type, name, i, check ?? ''));
      }
      const names = columns.map((column) => column.slice(0, column.lastIndexOf(':')));
      const places = columns.map((column, n) => `$${n + 1}::${column.slice(column.lastIndexOf(':') + 1)}`);
      await client
        .query(
          `insert into ${quote(table.name)} (${names}) values (${places}) on conflict do nothing`,
          values,
        )
        .catch((cause) => {
          throw new Error(`No valid row for ${table.name}: ${cause.message}. Extend fill-tables.ts.`, {
            cause,
          });
        });
    }
  }
}

function generate(type: string, name: string, i: number, check: string): unknown {
  if (type.endsWith('[]'))
    return `{${[1, 2]
      .map((n) => scalarOf(type.slice(0, -2), `${name}${n}`, i + n, ''))
      .map((v) => JSON.stringify(String(v)))
      .join(',')}}`;
  return scalarOf(type, name, i, check);
}

function scalarOf(type: string, name: string, i: number, check: string): unknown {
  const literals = [...check.matchAll(/'([^']+)'::text/g)].map(([, text]) => text);
  if (/ANY/.test(check) && literals.length > 0) return literals[i % literals.length];
  const least = Number(/>=? \(?(-?\d+)/.exec(check)?.[1] ?? 0);
  if (/^(smallint|integer|bigint|numeric)/.test(type)) return String(least + i);
  if (/^(real|double)/.test(type)) return String(i + 0.1);
  if (type === 'boolean') return check !== '' || i % 2 === 1;
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
  if (type === 'bytea')
    return `\\x${i
      .toString(16)
      .padStart(2, '0')
      .repeat(Number(/length\(\w+\) = (\d+)/.exec(check)?.[1] ?? 5))}`;
  if (type.startsWith('bit(')) return String(i % 2).repeat(Number(/\d+/.exec(type)?.[0]));
  if (type === 'interval') return `${i} seconds`;
  if (type === 'date') return `2005-03-0${i}`;
  // A period ends after it starts.
  if (type.startsWith('timestamp')) return `2005-03-0${i} 0${name.startsWith('end') ? 2 : 1}:02:03.456789Z`;
  if (type.startsWith('time')) return `0${i}:02:03`;
  if (/^jsonb?$/.test(type)) return JSON.stringify({ n: i, text: SPECIAL });
  if (type === 'text') return check.includes('lower(') ? `${name} ${i}` : `${name} ${i} ${SPECIAL}`;
  throw new Error(`fill-tables.ts has no value of type ${type}`);
}

async function nthValue(client: pg.ClientBase, { target, target_column }: ForeignKey, n: number) {
  const column = quote(target_column);
  const { rows } = await client.query(
    `select ${column}::text as value from ${quote(target)} order by ${column} limit 1 offset ($1 - 1) % (select greatest(count(*), 1) from ${quote(target)})`,
    [n],
  );
  return rows[0]?.value ?? null;
}

/** For partitions by time: the year of the generated times. By number: the generated numbers. */
async function ensurePartition(client: pg.ClientBase, { name, partition_key }: Table): Promise<void> {
  // Images of any id have a partition.
  if (name === 'images') return;
  const bounds = partition_key?.startsWith('LIST')
    ? `in (1, 2, 3, 4, 5, 6, 7, 8, 9)`
    : `from ('2005-01-01Z') to ('2006-01-01Z')`;
  await client
    .query(`create table ${quote(`${name}_generated`)} partition of ${quote(name)} for values ${bounds}`)
    .catch((error) => {
      // A partition with these rows exists.
      if (error.code !== '42P17') throw error;
    });
}

/** Referenced tables first. */
function inOrder(tables: Table[], foreignKeys: ForeignKey[]): Table[] {
  const done = new Set<string>();
  const ordered: Table[] = [];
  const isReady = ({ name }: Table) =>
    foreignKeys.every((key) => key.table !== name || key.target === name || done.has(key.target));
  while (ordered.length < tables.length) {
    const next = tables.filter((table) => !done.has(table.name) && isReady(table));
    if (next.length === 0) throw new Error('foreign keys form a circle');
    for (const table of next) {
      done.add(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

async function readChecks(client: pg.ClientBase): Promise<Check[]> {
  const { rows } = await client.query(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition,
       array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
     from pg_constraint where contype = 'c' and connamespace = current_schema()::regnamespace`,
  );
  return rows;
}

async function readForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query(
    `select n.conrelid::regclass::text as table, a.attname::text as column, n.confrelid::regclass::text as target,
       b.attname::text as target_column
     from pg_constraint n join pg_attribute a on a.attrelid = n.conrelid and a.attnum = n.conkey[1]
       join pg_attribute b on b.attrelid = n.confrelid and b.attnum = n.confkey[1]
     where n.contype = 'f' and n.conparentid = 0`,
  );
  return rows;
}

async function readIdentities(client: pg.ClientBase): Promise<Identity[]> {
  const { rows } = await client.query(
    `select attrelid::regclass::text as table, attname::text as column from pg_attribute
     where attidentity <> '' and attnum > 0 and not attisdropped`,
  );
  return rows;
}
