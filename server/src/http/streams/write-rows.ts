/** JSON lines: one object in each. */
export async function* jsonLines(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** CSV as in RFC 4180, with a line of names. */
export async function* csvLines(
  columns: readonly string[],
  pages: AsyncIterable<object[]>,
): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const rows of pages)
    yield rows
      .map((row) => `${columns.map((name) => cell((row as Record<string, unknown>)[name])).join(',')}\r\n`)
      .join('');
}

/** A text that a spreadsheet would take for a formula gets an apostrophe, since partners and trucks supply it. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
