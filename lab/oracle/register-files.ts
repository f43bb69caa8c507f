/** The cells of a row of a federal file, by their headers. */
export type Cells = Record<string, string | number>;

/** The files of one day, by dataset. A dataset that is missing was not loaded again on that day. */
export type FilesOfDay = { day: string; files: Partial<Record<string, Cells[]>> };

export const cell = (row: Cells, header: string): string => String(row[header] ?? '').trim();

/** `MM/DD/YYYY` or `YYYYMMDD`; empty if the cell is. */
export function dayOf(row: Cells, header: string): string {
  const text = cell(row, header);
  if (text.includes('/')) return `${text.slice(6)}-${text.slice(0, 2)}-${text.slice(3, 5)}`;
  return text === '' ? '' : `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
}

/** Legacy files have thousands of dollars, Motus has dollars. */
export const dollarsOf = (row: Cells, header: string, isLegacy: boolean): number =>
  Number(cell(row, header) || '0') * (isLegacy ? 1_000 : 1);

export const carrierOf = (row: Cells): number => Number(cell(row, 'USDOT_NUMBER') || cell(row, 'DOT_NUMBER'));

/** What the newest file of a dataset on a day or before had about a carrier. Null before the first file. */
export function rowsOn(history: FilesOfDay[], dataset: string, usdot: number, day: string): Cells[] | null {
  const file = history.findLast((one) => one.day <= day && one.files[dataset] !== undefined);
  return file ? (file.files[dataset] ?? []).filter((row) => carrierOf(row) === usdot) : null;
}

/** The rows of all files of a dataset about a carrier, with the days of the files that had them. */
export function rowsEver(history: FilesOfDay[], dataset: string, usdot: number) {
  const files = history.flatMap(({ day, files: all }) => (all[dataset] ? [{ day, rows: all[dataset] }] : []));
  const found = new Map<string, { row: Cells; listed: string[] }>();
  for (const { day, rows } of files)
    for (const row of rows.filter((one) => carrierOf(one) === usdot)) {
      const key = JSON.stringify(row);
      const one = found.get(key) ?? { row, listed: [] };
      one.listed.push(day);
      found.set(key, one);
    }
  return { rows: [...found.values()], days: files.map(({ day }) => day) };
}

/** The day a number of days later. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
