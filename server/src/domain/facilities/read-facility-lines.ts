import {
  FacilityLine,
  IMPORT_COLUMNS,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_LINES,
} from '../../contract/brokers/facility-import.ts';
import { createValidator } from '../../contract/validate.ts';
import { type LineProblems, readCsvTable } from '../../lib/csv/csv-table.ts';

export type NumberedLine = { number: number; line: FacilityLine };

const FORM = {
  columns: IMPORT_COLUMNS,
  required: ['name'],
  maxBytes: MAX_IMPORT_BYTES,
  maxLines: MAX_IMPORT_LINES,
};

/** Cells arrive as text, as the parameters of a query do. */
const validate = createValidator(FacilityLine, 'query');

/** The valid lines of a CSV file. What is wrong with the others is added to `problems`. */
export async function readFacilityLines(
  bytes: AsyncIterable<Buffer>,
  problems: LineProblems,
): Promise<NumberedLine[]> {
  const lines = await readCsvTable(bytes, FORM, problems);
  return lines.flatMap(({ number, cells }) => {
    const { value, problems: found } = validate(cells);
    for (const { type, loc, msg, input } of found)
      problems.add(number, { type, msg, input, ...(loc[1] !== undefined && { column: String(loc[1]) }) });
    return found.length === 0 ? [{ number, line: value as FacilityLine }] : [];
  });
}
