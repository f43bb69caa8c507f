import type { Db } from '../../db/database.ts';
import { countShape, countValues } from './count-rows.ts';
import type { ObservationFilter } from './observation.ts';
import { plainFields, qualityFields } from './observation-json.ts';
import { unpack } from './packed-observations.ts';
import { NEAR_ROWS, nearJsonStatements, packedStatements, pageJsonStatements } from './page-statements.ts';

const forms = (name: string, fields: string) => ({
  near: nearJsonStatements(name, fields),
  any: pageJsonStatements(name, fields),
});
const plain = forms('plain', plainFields);
const quality = forms('quality', qualityFields);

/** `observations` are the bytes of a JSON array. */
export type JsonPage = { observations: Buffer; total: number };

/** A page of one carrier's list as customers see it, newest first, and its exact total. */
export async function pageObservationsJson(
  db: Db,
  filter: ObservationFilter,
  page: number,
  pageSize: number,
  withQuality: boolean,
): Promise<JsonPage> {
  const skip = (page - 1) * pageSize;
  const { near, any } = withQuality ? quality : plain;
  const shape = countShape(filter);
  const values = [...countValues(filter), skip, pageSize];
  const fast = withQuality || skip > NEAR_ROWS ? undefined : packedStatements[shape];
  if (fast) {
    const row = await db.row<{ observations: string | null; total: number }>(fast, values);
    const observations = unpack(row?.observations ?? null);
    if (observations !== null) return { observations, total: Number(row?.total ?? 0) };
  }
  const statement = (skip <= NEAR_ROWS && near[shape]) || any[shape];
  const row = await db.row<{ observations: string; total: number }>(statement, values);
  return { observations: Buffer.from(row?.observations ?? '[]'), total: Number(row?.total ?? 0) };
}
