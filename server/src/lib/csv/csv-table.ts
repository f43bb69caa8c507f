import { AppError, invalid, type Problem } from '../errors.ts';
import { CsvSplitter } from './csv-splitter.ts';

/** Problems of one file that are listed. */
const MAX_PROBLEMS = 1_000;

/** The problems of a file, each with the number of its line. */
export class LineProblems {
  readonly #listed: Problem[] = [];
  #more = 0;

  add(line: number, problem: Omit<Problem, 'loc'> & { column?: string }): void {
    const { column, ...rest } = problem;
    if (this.#listed.length === MAX_PROBLEMS) this.#more++;
    else this.#listed.push({ ...rest, loc: ['body', line, ...(column === undefined ? [] : [column])] });
  }

  throwAny(): void {
    if (this.#listed.length === 0) return;
    this.#listed.sort((a, b) => Number(a.loc[1]) - Number(b.loc[1]));
    const msg = `${this.#more} more problems are not listed`;
    const more = { type: 'too_long', loc: ['body'], msg, input: null };
    throw invalid(this.#more > 0 ? [...this.#listed, more] : this.#listed);
  }
}

export type CsvLine = { number: number; cells: Record<string, string> };

type Form = {
  /** The names that a header may have, in lower case. */
  columns: readonly string[];
  /** Columns that must be there. */
  required?: readonly string[];
  maxBytes: number;
  maxLines: number;
};

/** The lines of a CSV file by the names of its header. What is wrong with the others is added to `problems`. */
export async function readCsvTable(
  bytes: AsyncIterable<Buffer>,
  form: Form,
  problems: LineProblems,
): Promise<CsvLine[]> {
  const { maxBytes, maxLines } = form;
  const splitter = new CsvSplitter(2 * maxBytes);
  let columns: string[] | null = null;
  let size = 0;
  let count = 0;
  const lines: CsvLine[] = [];
  const bad = (number: number, msg: string) =>
    problems.add(number, { type: 'csv_invalid', msg, input: null });
  const take = () => {
    while (splitter.next()) {
      const { line: number, problem } = splitter;
      const cells = splitter.texts();
      if (columns === null) columns = readHeader(cells, number, form, problems);
      else if (++count > maxLines) throw tooLarge(`more than ${maxLines} lines`);
      else if (problem) bad(number, `The line cannot be read: ${problem}`);
      else if (cells.length !== columns.length)
        bad(number, `The line has ${cells.length} cells, the header ${columns.length}`);
      else
        lines.push({ number, cells: Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? ''])) });
    }
  };
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(`more than ${maxBytes} bytes`);
    splitter.write(chunk);
    take();
  }
  splitter.end();
  take();
  if (columns === null) problems.add(1, { type: 'missing', msg: 'The file has no header', input: null });
  return lines;
}

const tooLarge = (what: string) => new AppError('too_large', `The file has ${what}.`);

function readHeader(cells: string[], number: number, form: Form, problems: LineProblems): string[] {
  const { columns: known, required = [] } = form;
  const columns = cells.map((cell) => cell.trim().toLowerCase());
  const add = (msg: string, input: string | null) => problems.add(number, { type: 'csv_header', msg, input });
  for (const [i, column] of columns.entries()) {
    if (!known.includes(column)) add(`Unknown column. Known: ${known.join(', ')}`, cells[i] ?? '');
    else if (columns.indexOf(column) < i) add('The column is there twice', column);
  }
  for (const column of required) if (!columns.includes(column)) add(`The column ${column} is missing`, null);
  // Lines under an unknown header would repeat its problem.
  problems.throwAny();
  return columns;
}
