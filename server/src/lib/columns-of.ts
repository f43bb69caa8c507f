/** One array for each field of the rows, for `unnest`. A field that is not set is null. */
export function columnsOf<Row>(rows: readonly Row[], ...names: (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name] ?? null));
}
