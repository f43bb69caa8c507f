type Cell = string | number | boolean | null | undefined;

/** Formats a table for a terminal. Numbers are right-aligned. */
export function textTable(headings: string[], rows: Cell[][]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (cell === null || cell === undefined ? '' : String(cell))),
  );
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...cells.map((r) => r[i]?.length ?? 0)),
  );
  const line = (parts: string[], numeric: boolean[]) =>
    parts
      .map((part, i) => (numeric[i] ? part.padStart(widths[i] ?? 0) : part.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  const body = rows.map((row, i) =>
    line(
      cells[i] ?? [],
      row.map((cell) => typeof cell === 'number'),
    ),
  );
  const numericHeadings = headings.map(
    (_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number'),
  );
  return [line(headings, numericHeadings), widths.map((w) => '-'.repeat(w)).join('  '), ...body].join('\n');
}
