import { csvHead, csvRows } from '../../lib/csv/write-csv.ts';

/** JSON lines: one object in each. */
export async function* jsonLines(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** CSV as in RFC 4180, with a line of names. */
export async function* csvLines(
  columns: readonly string[],
  pages: AsyncIterable<object[]>,
): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const rows of pages) yield csvRows(columns, rows);
}
