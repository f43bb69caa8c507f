import { type Pagination, paginationOf } from '../../../contract/pagination.ts';

type Numbered<Row> = Omit<Row, 'usdot_number'> & { usdot_number: string };

/** Responses have USDOT numbers as texts. */
export const numbered = <Row extends { usdot_number: number }>(row: Row): Numbered<Row> => ({
  ...row,
  usdot_number: String(row.usdot_number),
});

export async function numberedPage<Row extends { usdot_number: number }>(
  { page, page_size }: { page: number; page_size: number },
  reading: Promise<{ rows: Row[]; total: number }>,
): Promise<{ rows: Numbered<Row>[]; pagination: Pagination }> {
  const { rows, total } = await reading;
  return { rows: rows.map(numbered), pagination: paginationOf(page, page_size, rows.length, total) };
}
