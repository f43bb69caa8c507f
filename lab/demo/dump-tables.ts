import { quote } from '../../server/src/db/catalog.ts';
import { copyLines } from '../../server/src/db/copy-out.ts';
import type { Database } from '../../server/src/db/database.ts';
import { setTextFormat } from '../../server/src/db/snapshot.ts';
import { dayFormats, dayOf } from '../../server/src/demo/day-formats.ts';
import type { DemoTable } from '../../server/src/demo/demo-file.ts';
import {
  DEMO_IDS,
  type DemoIdKind,
  relativeAsOf,
  relativeDay,
  relativeMonth,
} from '../../server/src/demo/relative-values.ts';
import { BUCKETS } from '../../server/src/lib/camera-bucket.ts';
import { demoCountry } from '../country/country.ts';
import { demoNow } from './build-country.ts';
import { firstId, relativeIds, relativeImageIds } from './demo-ids.ts';

/** What an installation creates itself. */
const NOT_DUMPED = new Set([
  'organizations',
  'users',
  'api_keys',
  'logos',
  'alert_changes',
  'revisits',
  'quota_usage',
  'image_days',
  'vehicle_sightings',
  'federal_vins',
]);
/** Bytes that are text. In this format COPY reads them back, and the dates in them can be replaced. */
const TEXT_BYTES = new Set(['webhook_deliveries.body', 'webhook_attempts.answer']);
/** An identity column whose numbers nothing refers to is numbered when the rows are loaded. */
const UNREFERENCED = new Set(['alert_matches.match_id']);

type Column = { name: string; type: string };

/** The tables that have rows. */
export async function tablesWithRows({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from (select from %I limit 1) as t', c.relname),
            false, true, '')))[1]::text <> '0'
     order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !NOT_DUMPED.has(name));
}

/** Parents come before the rows that refer to them. */
const FIRST = ['alerts', 'images', 'webhooks', 'webhook_deliveries'];

/** Dumps the tables in the text format of COPY, with dates relative to the as-of day and numbers as positions. */
export async function dumpTables(database: Database, names: string[]): Promise<DemoTable[]> {
  const client = await database.connect();
  try {
    await setTextFormat(client);
    const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
    const tables: DemoTable[] = [];
    for (const name of [...names].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))) {
      const columns = await columnsOf(database, name);
      const list = columns.map((column) => expressionOf(name, column)).join(', ');
      const order = await orderOf(database, name);
      const lines: string[] = [];
      const sql = `copy (select ${list} from ${quote(name)}${order}) to stdout`;
      for await (const piece of copyLines(client, sql))
        lines.push(...piece.toString().split('\n').slice(0, -1));
      const isLater = columns.some(({ type }) => type.startsWith('timestamp'));
      const rows = lines.map((row) => relativeRow(name, columns, row, isLater));
      tables.push({ name, columns: columns.map((column) => quote(column.name)), rows: rows.join('\n') });
    }
    return tables;
  } finally {
    await client.end();
  }
}

async function columnsOf({ pool }: Database, table: string): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.filter(({ name }) => !UNREFERENCED.has(`${table}.${name}`));
}

function expressionOf(table: string, { name }: Column): string {
  return TEXT_BYTES.has(`${table}.${name}`) ? `encode(${quote(name)}, 'escape')` : quote(name);
}

/** In the order of the primary key, so that the same rows give the same file and compress well. */
async function orderOf({ pool }: Database, table: string): Promise<string> {
  // Numbered when they are loaded: lists show the highest number first.
  if (table === 'alert_matches') return ' order by matched_at, match_id';
  const { rows } = await pool.query<{ name: string }>(
    `select a.attname as name from pg_index i, unnest(i.indkey) with ordinality as k (attnum, nth)
     join pg_attribute a on a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisprimary and a.attrelid = i.indrelid order by nth`,
    [table],
  );
  return rows.length === 0 ? '' : ` order by ${rows.map(({ name }) => quote(name)).join(', ')}`;
}

const ISO_DAY = /(?<!\d)((?:19[4-9]|20[0-6])\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?!\d)/g;
const COMPACT_DAY = /(?<!\d)(20[2-3]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/g;
const asOf = new Date(demoCountry.asOfDay * 86_400_000).toISOString().slice(0, 10);

function relativeRow(table: string, columns: Column[], row: string, hasTimes: boolean): string {
  if (hasTimes) checkTimes(table, columns, row);
  const cells = table === 'safety_runs' ? monthlyCells(columns, row) : relativeYears(columns, row);
  const files = table === 'federal_loads' ? relativeCompact(cells) : cells;
  const images = relativeImageIds(files, demoCountry.asOfDay);
  return relativeIds(images.replace(ISO_DAY, (day) => relativeDay('iso', dayOf(day) - demoCountry.asOfDay)));
}

/** Nothing may have happened after the demo's present: on the day of the load, it would lie in the future. */
function checkTimes(table: string, columns: Column[], row: string): void {
  for (const [i, cell] of row.split('\t').entries())
    if (columns[i]?.type.startsWith('timestamp') && Date.parse(cell) > demoNow.getTime())
      throw new Error(`${table}.${columns[i]?.name} is ${cell}`);
}

/** A carrier reports the mileage of the year before its MCS-150. */
function relativeYears(columns: Column[], row: string): string {
  const dated = columns.findIndex(({ name }) => name === 'mcs150_date');
  if (dated === -1) return row;
  const cells = row.split('\t');
  const date = cells[dated] ?? '';
  if (!/^\d{4}-/.test(date)) return row;
  return cells
    .map((cell, i) =>
      columns[i]?.name.endsWith('mileage_year') && cell === dayFormats.priorYear(dayOf(date))
        ? relativeDay('priorYear', dayOf(date) - demoCountry.asOfDay)
        : cell,
    )
    .join('\t');
}

function relativeCompact(text: string): string {
  return text.replace(COMPACT_DAY, (_, year, month, day) =>
    relativeDay('compact', dayOf(`${year}-${month}-${day}`) - demoCountry.asOfDay),
  );
}

/** Runs are monthly: their days follow the calendar. */
function monthlyCells(columns: Column[], row: string): string {
  const months = (day: string) =>
    (Number(asOf.slice(0, 4)) - Number(day.slice(0, 4))) * 12 +
    Number(asOf.slice(5, 7)) -
    Number(day.slice(5, 7));
  return row
    .split('\t')
    .map((cell, i) => {
      if (columns[i]?.name === 'month') return relativeMonth(months(cell));
      return columns[i]?.name === 'as_of' ? relativeAsOf(months(cell)) : cell;
    })
    .join('\t');
}

/** How many numbers of each kind are in use. */
export async function countIds({ pool }: Database): Promise<Record<DemoIdKind, number>> {
  const highest: Record<DemoIdKind, string> = {
    organization: 'select max(id) from organizations',
    user: 'select max(id) from users',
    alert: 'select max(id) from alerts',
    sighting: `select max(id) / ${BUCKETS} from sightings`,
    webhook: 'select max(fairness_key) from webhooks',
    run: 'select max(id) from safety_runs',
    load: 'select max(id) from federal_loads',
  };
  const counts = {} as Record<DemoIdKind, number>;
  for (const kind of DEMO_IDS) {
    const { rows } = await pool.query<{ max: string }>(highest[kind]);
    counts[kind] = Number(rows[0]?.max ?? firstId(kind) - 1) - firstId(kind) + 1;
  }
  return counts;
}
