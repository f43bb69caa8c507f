import type { Db, Statement } from '../../db/database.ts';
import { countShape, countValues } from './count-rows.ts';
import type { ObservationFilter } from './observation.ts';
import { plainFields, qualityFields } from './observation-json.ts';
import { unpack } from './packed-observations.ts';
import {
  NEAR_ROWS,
  nearJsonStatement,
  packedRecentStatement,
  packedStatement,
  pageJsonStatements,
} from './page-statements.ts';

const forms = (name: string, fields: string) => ({
  near: nearJsonStatement(name, fields),
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
  const isNear = shape === 'all' && skip <= NEAR_ROWS;
  if (isNear && !withQuality)
    for (const statement of [packedRecentStatement, packedStatement]) {
      const found = await packedPage(db, statement, values);
      if (!found) break;
      if (found.rows === Math.max(0, Math.min(pageSize, found.total - skip))) return found;
    }
  const row = await db.row<{ observations: string; total: number }>(isNear ? near : any[shape], values);
  return { observations: Buffer.from(row?.observations ?? '[]'), total: Number(row?.total ?? 0) };
}

/** Null when it cannot be told where a field ends: then JSON must be asked for. */
async function packedPage(db: Db, statement: Statement, values: unknown[]) {
  const row = await db.row<{ observations: string | null; total: number }>(statement, values);
  const page = unpack(row?.observations ?? null);
  return page && { observations: page.json, rows: page.rows, total: Number(row?.total ?? 0) };
}
