import {
  AlertLine,
  EXPORT_ONLY_COLUMNS,
  IMPORT_COLUMNS,
  MAX_IMPORTED_ALERT_BYTES,
  MAX_IMPORTED_ALERTS,
} from '../../contract/alerts/alert-list.ts';
import { CRITERION_NAMES, type Criteria, criterion } from '../../contract/criteria.ts';
import { createValidator } from '../../contract/validate.ts';
import { type CsvLine, type LineProblems, readCsvTable } from '../../lib/csv/csv-table.ts';

const FORM = {
  columns: [...IMPORT_COLUMNS, ...EXPORT_ONLY_COLUMNS],
  maxBytes: MAX_IMPORTED_ALERT_BYTES,
  maxLines: MAX_IMPORTED_ALERTS,
};
const FLAGS: Record<string, boolean> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};
const SEPARATORS = /[\s,;]+/;
/** An export puts an apostrophe before a text that a spreadsheet would take for a formula. */
const QUOTED_FORMULA = /^'(?=[=+\-@])/;

type Field = { type?: string | string[] };
const properties = AlertLine.properties as Record<string, Field>;
const validate = createValidator(AlertLine, 'body');

/** A cell in the form that a JSON body has. Undefined counts as not sent. */
function cellValue(name: string, cell: string): unknown {
  const written = cell.trim().replace(QUOTED_FORMULA, '');
  if (written === '') return undefined;
  const types = [properties[name]?.type].flat();
  if (types.includes('array')) return written.split(SEPARATORS).filter((one) => one !== '');
  if (types.includes('boolean')) return FLAGS[written.toLowerCase()] ?? written;
  if (types.includes('integer')) return /^\d+$/.test(written) ? Number(written) : written;
  return written;
}

/** "Plate ABC 123": the first criterion of the line. */
function nameOf(values: Record<string, unknown>): string | undefined {
  const first = CRITERION_NAMES.find((name) => typeof values[name] === 'string');
  return first && `${criterion(first).label} ${values[first]}`.slice(0, 200);
}

export type NumberedAlert = { number: number; alert: AlertLine };

/** The alerts of a CSV file. What is wrong with a line is added to `problems`. */
export async function readAlertLines(
  bytes: AsyncIterable<Buffer>,
  email: string,
  problems: LineProblems,
): Promise<NumberedAlert[]> {
  const lines = await readCsvTable(bytes, FORM, problems);
  return lines.flatMap((line) => readAlert(line, email, problems));
}

function readAlert({ number, cells }: CsvLine, email: string, problems: LineProblems): NumberedAlert[] {
  const given = IMPORT_COLUMNS.flatMap((name) => {
    const value = cellValue(name, cells[name] ?? '');
    return value === undefined ? [] : [[name, value] as const];
  });
  const values: Record<string, unknown> = Object.fromEntries(given);
  if (!CRITERION_NAMES.some((name) => values[name as keyof Criteria] !== undefined)) {
    problems.add(number, { type: 'missing', msg: 'The line has no criterion', input: null });
    return [];
  }
  const { value, problems: found } = validate({
    ...{ email, alert_type: 'hot', disabled: false, alert_name: nameOf(values) },
    ...values,
  });
  for (const { type, loc, msg, input } of found)
    problems.add(number, { type, msg, input, column: String(loc[1]) });
  return found.length === 0 ? [{ number, alert: value as AlertLine }] : [];
}
