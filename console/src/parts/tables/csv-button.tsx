import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../button.tsx';

type Cell = string | number | boolean | null;
type Props = {
  /** Name of the file without its ending. */
  file: string;
  /** What the file contains, for screen readers. */
  label: string;
  header: string[];
  rows: () => Cell[][];
};

/** Saves a table as a CSV file. */
export function CsvButton({ file, label, header, rows }: Props) {
  return (
    <Button
      small
      className="no-print"
      aria-label={`Export ${label} as CSV`}
      onClick={() => saveCsv(file, header, rows())}
    >
      CSV
    </Button>
  );
}

export function saveCsv(file: string, header: readonly string[], rows: unknown[][]): void {
  const csv = [header, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n');
  // The byte order mark makes Excel read UTF-8.
  saveFile(`${file}.csv`, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
}

/** A field that a spreadsheet would run as a formula starts with a quote mark instead. */
function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
