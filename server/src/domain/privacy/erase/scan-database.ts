import { type Db, statement } from '../../../db/database.ts';
import { allDatasets } from '../../federal/datasets/all-datasets.ts';
import type { VehiclePattern } from './vehicle-pattern.ts';

/** Rows that contain the vehicle. `keys` are the primary keys of the first ones. */
export type ScannedTable = { table: string; columns: string[]; rows: number; keys: string[] };
export type Scan = {
  /** Federal records, which are public and exempt. */
  federal: ScannedTable[];
  /** Anything else. */
  own: ScannedTable[];
};

const MAX_ROWS = 1_000;
const MAX_KEYS = 20;
const ARCHIVE = ['carrier_snapshots', 'carrier_history', 'carrier_last_known', 'former_filings'];
/** Tables of public federal records, which are exempt. */
export const FEDERAL = new Set([...allDatasets.map(({ table }) => table), ...ARCHIVE]);

type Column = { table_name: string; column_name: string; data_type: string; is_key: boolean };

/** Every column that can hold text. Partitions are tables of their own. */
const columns = statement(
  'erase.columns',
  `select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, null) as data_type,
          coalesce(a.attnum = any(i.indkey::int[]), false) as is_key
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`,
);
/** Hashes, keys and sealed secrets: bytes that spell a short plate by chance. */
const NO_TEXT = /hash|sha256|digest|mac|salt|key|secret|fingerprint|cuts/;
const SCANNED = new Set(['text', 'character varying', 'character', 'jsonb', 'json', 'text[]', 'bytea']);

/** Reads every table and column for the vehicle. */
export async function scanDatabase(database: Db, pattern: VehiclePattern): Promise<Scan> {
  const scan: Scan = { federal: [], own: [] };
  const tables = Map.groupBy(await database.rows<Column>(columns), ({ table_name }) => table_name);
  for (const [table, all] of tables) {
    const isObservations = /^observations(_|$)/.test(table);
    const add = async (list: ScannedTable[], condition: string) => {
      const found = await scanTable(database, pattern, table, all, condition);
      if (found) list.push(found);
    };
    if (isObservations) {
      await add(scan.federal, `type <> 'Detection'`);
      await add(scan.own, `type = 'Detection'`);
    } else await add(FEDERAL.has(table) ? scan.federal : scan.own, 'true');
  }
  return scan;
}

async function scanTable(
  db: Db,
  pattern: VehiclePattern,
  table: string,
  all: Column[],
  condition: string,
): Promise<ScannedTable | null> {
  const texts = all.filter(
    ({ data_type, column_name }) =>
      SCANNED.has(data_type) && !(data_type === 'bytea' && NO_TEXT.test(column_name)),
  );
  if (texts.length === 0) return null;
  const shown = (column: Column) => {
    const name = `"${column.column_name}"`;
    return column.data_type === 'bytea' ? `encode(${name}, 'escape')` : name;
  };
  const keys = all.filter(({ is_key }) => is_key).map(({ column_name }) => `"${column_name}"::text`);
  const search = statement(
    `erase.scan.${table}.${condition}`.slice(0, 63),
    `select concat_ws(' ', ${keys.join(', ') || `''`}) as scanned_key, ${texts.map((column) => `${shown(column)} as "${column.column_name}"`).join(', ')}
       from "${table}" where ${condition} and concat_ws(E'\\n', ${texts.map((column) => `${shown(column)}::text`).join(', ')}) ~* $1
      limit ${MAX_ROWS}`,
  );
  const rows = await db.rows<Record<string, unknown> & { scanned_key: string }>(search, [pattern.sql]);
  const names = texts.filter(({ column_name }) => rows.some((row) => pattern.isIn(row[column_name])));
  const found = rows.filter((row) => names.some(({ column_name }) => pattern.isIn(row[column_name])));
  if (found.length === 0) return null;
  return {
    table,
    columns: names.map(({ column_name }) => column_name),
    rows: found.length,
    keys: found.slice(0, MAX_KEYS).map(({ scanned_key }) => scanned_key),
  };
}
