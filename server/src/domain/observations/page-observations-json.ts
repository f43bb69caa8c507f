import type { Db } from '../../db/database.ts';
import { countShape, countValues } from './count-rows.ts';
import type { ObservationFilter } from './observation.ts';
import { plainFields, qualityFields } from './observation-json.ts';
import { pageJsonStatements } from './page-statements.ts';

const plain = pageJsonStatements('plain', plainFields);
const quality = pageJsonStatements('quality', qualityFields);

/** `observations` is the text of a JSON array. */
export type JsonPage = { observations: string; total: number };

/** A page of one carrier's list as customers see it, newest first, and its exact total. */
export async function pageObservationsJson(
  db: Db,
  filter: ObservationFilter,
  page: number,
  pageSize: number,
  withQuality: boolean,
): Promise<JsonPage> {
  const values = [...countValues(filter), (page - 1) * pageSize, pageSize];
  const row = await db.row<JsonPage>((withQuality ? quality : plain)[countShape(filter)], values);
  return { observations: row?.observations ?? '[]', total: Number(row?.total ?? 0) };
}
