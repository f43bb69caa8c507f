import {
  FacilityLine,
  IMPORT_COLUMNS,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_LINES,
} from '../../contract/brokers/facility-import.ts';
import { createValidator } from '../../contract/validate.ts';
import { AppError, invalid, type Problem } from '../../lib/errors.ts';
import { CsvSplitter } from '../federal/files/csv-splitter.ts';

/** Problems of one file that are listed. */
const MAX_PROBLEMS = 1_000;

export type NumberedLine = { number: number; line: FacilityLine };
/** The problems of a file, each with the number of its line. */
export class Problems {
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

/** Cells arrive as text, as the parameters of a query do. */
const validate = createValidator(FacilityLine, 'query');

/** The valid lines of a CSV file. What is wrong with the others is added to `problems`. */
export async function readFacilityLines(
  bytes: AsyncIterable<Buffer>,
  problems: Problems,
): Promise<NumberedLine[]> {
  const splitter = new CsvSplitter(2 * MAX_IMPORT_BYTES);
  let columns: string[] | null = null;
  let size = 0;
  let count = 0;
  const lines: NumberedLine[] = [];
  const take = () => {
    while (splitter.next()) {
      const { line: number, problem } = splitter;
      const cells = splitter.texts();
      if (columns === null) columns = readHeader(cells, number, problems);
      else if (++count > MAX_IMPORT_LINES) throw tooLarge(`more than ${MAX_IMPORT_LINES} lines`);
      else if (problem)
        problems.add(number, {
          type: 'csv_invalid',
          msg: `The line cannot be read: ${problem}`,
          input: null,
        });
      else if (cells.length !== columns.length)
        problems.add(number, {
          type: 'csv_invalid',
          msg: `The line has ${cells.length} cells, the header ${columns.length}`,
          input: null,
        });
      else lines.push(...readLine(cells, columns, number, problems));
    }
  };
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_IMPORT_BYTES) throw tooLarge(`more than ${MAX_IMPORT_BYTES} bytes`);
    splitter.write(chunk);
    take();
  }
  splitter.end();
  take();
  if (columns === null) problems.add(1, { type: 'missing', msg: 'The file has no header', input: null });
  return lines;
}

const tooLarge = (what: string) => new AppError('too_large', `The file has ${what}.`);

function readHeader(cells: string[], number: number, problems: Problems): string[] {
  const columns = cells.map((cell) => cell.trim().toLowerCase());
  const add = (msg: string, input: string | null) => problems.add(number, { type: 'csv_header', msg, input });
  for (const [i, column] of columns.entries()) {
    if (!IMPORT_COLUMNS.includes(column))
      add(`Unknown column. Known: ${IMPORT_COLUMNS.join(', ')}`, cells[i] ?? '');
    else if (columns.indexOf(column) < i) add('The column is there twice', column);
  }
  if (!columns.includes('name')) add('The column name is missing', null);
  // Lines under an unknown header would repeat its problem.
  problems.throwAny();
  return columns;
}

function readLine(cells: string[], columns: string[], number: number, problems: Problems): NumberedLine[] {
  const { value, problems: found } = validate(
    Object.fromEntries(columns.map((column, i) => [column, cells[i]])),
  );
  for (const { type, loc, msg, input } of found)
    problems.add(number, { type, msg, input, ...(loc[1] !== undefined && { column: String(loc[1]) }) });
  return found.length === 0 ? [{ number, line: value as FacilityLine }] : [];
}
