import type pg from 'pg';
import { quote, type Table } from '../../db/catalog.ts';
import { copyMessages } from '../../db/copy-messages.ts';
import { RowHash } from '../../lib/bytes/row-hash.ts';
import type { CopiedRows } from './manifest.ts';
import type { PartWriter } from './parts.ts';

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

/** Copies rows to parts. Reading pauses while the parts cannot be written as fast. */
export async function copyToParts(
  client: pg.ClientBase,
  sql: string,
  writer: PartWriter,
): Promise<CopiedRows> {
  const seen = new RowHash();
  let isWaiting = false;
  const copy = copyMessages(client, sql, (bytes, start, end) => {
    seen.add(bytes, start, end);
    if (writer.add(bytes, start, end) || isWaiting) return;
    isWaiting = true;
    copy.pause();
    void writer.drain().then(() => {
      isWaiting = false;
      copy.resume();
    });
  });
  const rows = await copy.done;
  if (rows !== seen.rows) throw new Error(`the server sent ${seen.rows} of ${rows} rows`);
  return { rows, raw_bytes: seen.bytes, hash: seen.digest(), parts: await writer.finish() };
}

/** Reads all rows and returns their number and hash. */
export async function hashRows(
  client: pg.ClientBase,
  sql: string,
  onBytes: () => void = () => undefined,
): Promise<Pick<CopiedRows, 'rows' | 'hash'>> {
  const seen = new RowHash();
  const { done } = copyMessages(client, sql, (bytes, start, end) => {
    seen.add(bytes, start, end);
    if ((seen.rows & 0xffff) === 0) onBytes();
  });
  await done;
  return { rows: seen.rows, hash: seen.digest() };
}
