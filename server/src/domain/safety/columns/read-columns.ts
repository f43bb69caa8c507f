import type pg from 'pg';
import { copyOut } from '../../../db/copy-out.ts';
import {
  type Block,
  BlockBuilder,
  BlockDecoder,
  type InputColumns,
  Labels,
  selectOf,
  versionOf,
} from './column-block.ts';

type Take = (block: Block) => void;

/** Reads the stored blocks of a table, or else `unstored` of the table itself. */
export async function readColumns(
  clients: pg.ClientBase[],
  columns: InputColumns,
  take: Take,
  unstored = columns,
): Promise<void> {
  const [client] = clients;
  if (client && (await readStoredColumns(client, columns, take))) return;
  await readTableColumns(clients, unstored, take);
}

/**
 * Reads the stored blocks of a table. Returns false if it has none: the blocks of an import are those of the table that it
 * created, and are deleted when a row of this table changes.
 */
async function readStoredColumns(client: pg.ClientBase, columns: InputColumns, take: Take): Promise<boolean> {
  const { table } = columns;
  const { rows: found } = await client.query(
    'select from score_inputs where table_name = $1 and relation = $1::regclass::oid::bigint and version = $2 limit 1',
    [table, versionOf(columns)],
  );
  if (found.length === 0) return false;
  const decoder = new BlockDecoder(columns);
  const query = `select rows, labels, columns from score_inputs where table_name = '${table}' order by block`;
  await copyOut(client, query, (row) => {
    const rows = row.number(0);
    for (const text of JSON.parse(row.text()) as string[]) decoder.labels.numberOf(text);
    take(decoder.decode(rows, row.binary()));
  });
  return true;
}

/** Reads a table itself, in parallel on the given connections. */
async function readTableColumns(clients: pg.ClientBase[], columns: InputColumns, take: Take): Promise<void> {
  const labels = new Labels();
  const ranges = await blockRanges(clients, columns.table);
  const parts = ranges.map((range, i) =>
    readQuery(clients[i] as pg.ClientBase, columns, `${selectOf(columns)}${range}`, labels, take),
  );
  // Wait for all parts before throwing: the connections are reused.
  const settled = await Promise.allSettled(parts);
  for (const part of settled) if (part.status === 'rejected') throw part.reason;
}

export async function readQuery(
  client: pg.ClientBase,
  columns: InputColumns,
  query: string,
  labels: Labels,
  take: Take,
): Promise<void> {
  const builder = new BlockBuilder(columns, labels, take);
  await copyOut(client, query, (row) => builder.add(row));
  builder.flush();
}

/**
 * SQL conditions that divide a table by pages into one part per connection. A distributed table has no pages on this
 * server and is read by one connection.
 */
async function blockRanges(clients: pg.ClientBase[], table: string): Promise<string[]> {
  const [client] = clients;
  if (!client) return [];
  const pages = await pagesOf(client, table);
  if (pages < clients.length * 2 || clients.length === 1) return [''];
  const edges = clients.map((_, i) => Math.floor((pages * i) / clients.length));
  return edges.map((from, i) => pageRange(from, edges[i + 1]));
}

export async function pagesOf(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::integer)::integer as pages`,
    [table],
  );
  return rows[0]?.pages ?? 0;
}

/** The rows of the pages from `from` up to but not including `to`. */
export function pageRange(from: number, to: number | undefined): string {
  const end = to === undefined ? '' : ` and ctid < '(${to},0)'`;
  return ` and ctid >= '(${from},0)'${end}`;
}
