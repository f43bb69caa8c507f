import type { Db, Statement } from '../../db/database.ts';
import { countShape, countValues } from './count-observations.ts';
import { fromRow, type Observation, type ObservationFilter } from './observation.ts';
import { type PackedField, PackedRows } from './packed-rows.ts';
import { NEAR_ROWS, packed, rowStatements, vinRowStatement } from './page-statements.ts';

export type ObservationPage<Rows = Observation[]> = { observations: Rows; total: number };
/** Packed rows contain only the fields of the list. */
export type ObservationRows = PackedRows | Observation[];
export type PageRequest = { page: number; pageSize: number; withQuality: boolean };

/** A page of a carrier's list, newest first, with its exact total. */
export async function listObservations(
  db: Db,
  filter: ObservationFilter,
  { page, pageSize, withQuality }: PageRequest,
): Promise<ObservationPage<ObservationRows>> {
  const skip = (page - 1) * pageSize;
  const shape = countShape(filter);
  const { fields, recent, near, located } = withQuality ? packed.withQuality : packed.plain;
  const statements = shape === 'all' && skip <= NEAR_ROWS ? [recent, near] : [located[shape]];
  const values = [...countValues(filter), skip, pageSize];
  const found = await firstWhole(db, statements, fields, values, skip, pageSize);
  return found ?? pageObservations(db, filter, page, pageSize);
}

/** A page of the observations with a VIN, under any carrier, newest first. */
export async function listVinObservations(
  db: Db,
  vin: string,
  { page, pageSize, withQuality }: PageRequest,
): Promise<ObservationPage<ObservationRows>> {
  const skip = (page - 1) * pageSize;
  const { fields, byVin } = withQuality ? packed.withQuality : packed.plain;
  const values = [vin, skip, pageSize];
  const found = await firstWhole(db, [byVin], fields, values, skip, pageSize);
  return found ?? readRows(db, vinRowStatement, values);
}

/** The first statement whose page is complete; null when a value contains a separator. */
async function firstWhole(
  db: Db,
  statements: Statement[],
  fields: readonly PackedField[],
  values: unknown[],
  skip: number,
  pageSize: number,
): Promise<ObservationPage<PackedRows> | null> {
  for (const statement of statements) {
    const row = await db.row<{ observations: string | null; total: number }>(statement, values);
    const total = Number(row?.total ?? 0);
    const length = Math.max(0, Math.min(pageSize, total - skip));
    const observations = PackedRows.read(fields, row?.observations ?? '', length);
    if (observations) return { observations, total };
  }
  return null;
}

/** A page with all fields of its observations. */
export function pageObservations(
  db: Db,
  filter: ObservationFilter,
  page: number,
  pageSize: number,
): Promise<ObservationPage> {
  const values = [...countValues(filter), (page - 1) * pageSize, pageSize];
  return readRows(db, rowStatements[countShape(filter)], values);
}

async function readRows(db: Db, statement: Statement, values: unknown[]): Promise<ObservationPage> {
  const rows = await db.rows<Record<string, unknown>>(statement, values);
  const observations = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [fromRow(row)]));
  return { observations, total: Number(rows[0]?.total ?? 0) };
}
