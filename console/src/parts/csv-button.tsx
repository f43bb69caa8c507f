import { download, toCsv } from '../lib/csv.ts';

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
    <button
      type="button"
      className="button button-small no-print"
      aria-label={`Export ${label} as CSV`}
      onClick={() => download(`${file}.csv`, toCsv(header, rows()))}
    >
      CSV
    </button>
  );
}
