import type { Db } from '../../db/database.ts';
import { countShape, countValues } from './count-rows.ts';
import type { Observation, ObservationFilter } from './observation.ts';
import { pageStatements } from './page-statements.ts';
import { fromRow } from './row.ts';

export type ObservationPage = { observations: Observation[]; total: number };

/**
 * A page of one carrier's list, newest first, and its exact total. The counts say on which days the page lies, so
 * nothing of what it skips is read but part of one day.
 */
export async function pageObservations(
  db: Db,
  filter: ObservationFilter,
  page: number,
  pageSize: number,
): Promise<ObservationPage> {
  const values = [...countValues(filter), (page - 1) * pageSize, pageSize];
  const rows = await db.rows<Record<string, unknown>>(pageStatements[countShape(filter)], values);
  const observations = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [fromRow(row)]));
  return { observations, total: Number(rows[0]?.total ?? 0) };
}
