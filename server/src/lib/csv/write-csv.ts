/** The line of names of a CSV file as in RFC 4180. */
export const csvHead = (columns: readonly string[]): string => `${columns.join(',')}\r\n`;

export function csvRows(columns: readonly string[], rows: object[]): string {
  return rows
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
