import type pg from 'pg';
import { quote, type Table } from '../../db/catalog.ts';
import { copyLines } from '../../db/copy-out.ts';
import type { CopiedRows } from './manifest.ts';
import type { PartWriter } from './parts.ts';
import { RowHash } from './row-hash.ts';

export function copyTo({ name, columns }: Pick<Table, 'name' | 'columns'>): string {
  return `copy ${quote(name)} (${columnList(columns)}) to stdout`;
}

/** Generated columns are computed again. */
export function columnList(columns: Table['columns']): string {
  return columns
    .filter(({ is_generated }) => !is_generated)
    .map(({ name }) => quote(name))
    .join(', ');
}

/** Copies rows to parts. Reading waits while the parts cannot be written as fast. */
export async function copyToParts(
  client: pg.ClientBase,
  sql: string,
  writer: PartWriter,
): Promise<CopiedRows> {
  const seen = new RowHash();
  for await (const lines of copyLines(client, sql)) await writer.add(lines, seen.addLines(lines));
  return { rows: seen.rows, raw_bytes: seen.bytes, hash: seen.digest(), parts: await writer.finish() };
}

/** Reads all rows and returns their number and hash. */
export async function hashRows(
  client: pg.ClientBase,
  sql: string,
  onBytes: () => void = () => undefined,
): Promise<Pick<CopiedRows, 'rows' | 'hash'>> {
  const seen = new RowHash();
  for await (const lines of copyLines(client, sql)) {
    seen.addLines(lines);
    onBytes();
  }
  return { rows: seen.rows, hash: seen.digest() };
}
