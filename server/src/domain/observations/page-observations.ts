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
  const { fields, near, located } = withQuality ? packed.withQuality : packed.plain;
  const values = [...countValues(filter), skip, pageSize];
  const [from, to] = timesOf(filter);
  const tries =
    shape === 'all' && skip <= NEAR_ROWS
      ? [
          { statement: near, values: [...values, recentOf(from), to] },
          { statement: near, values: [...values, from, to] },
        ]
      : [{ statement: located[shape], values: [...values, from, to] }];
  const found = await firstWhole(db, tries, fields, skip, pageSize);
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
  const found = await firstWhole(db, [{ statement: byVin, values }], fields, skip, pageSize);
  return found ?? readRows(db, vinRowStatement, values);
}

const DAY_MS = 86_400_000;
/**
 * The first try of a page covers only the last months, so it may be incomplete. PostgreSQL opens the partitions of all
 * months in the range, even when the first one completes the page: with two years of months that is a third of the time.
 */
const RECENT_DAYS = 100;

/** The first moment of the filter and the first one after it. Times, not days: they exclude partitions when planned. */
function timesOf({ startDate, endDate }: ObservationFilter): [from: string, to: string] {
  const isOpen = endDate === undefined || endDate >= '9999-12-31';
  const to = isOpen ? 'infinity' : new Date(Date.parse(endDate) + DAY_MS).toISOString();
  return [startDate === undefined ? '-infinity' : `${startDate}T00:00:00Z`, to];
}

function recentOf(from: string): string {
  const recent = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - RECENT_DAYS * DAY_MS).toISOString();
  return from === '-infinity' || from < recent ? recent : from;
}

/** The first statement whose page is complete; null when a value contains a separator. */
async function firstWhole(
  db: Db,
  tries: { statement: Statement; values: unknown[] }[],
  fields: readonly PackedField[],
  skip: number,
  pageSize: number,
): Promise<ObservationPage<PackedRows> | null> {
  for (const { statement, values } of tries) {
    const row = await db.row<{ observations: string | null; total: number }>(statement, values);
    const total = Number(row?.total ?? 0);
    const length = Math.max(0, Math.min(pageSize, total - skip));
    const observations = PackedRows.read(fields, row?.observations ?? '', length);
    if (observations) return { observations, total };
  }
  return null;
}

/** The values of `rowStatements`. */
export function pageValues(filter: ObservationFilter, page: number, pageSize: number): unknown[] {
  return [...countValues(filter), (page - 1) * pageSize, pageSize, ...timesOf(filter)];
}

/** A page with all fields of its observations. */
export function pageObservations(
  db: Db,
  filter: ObservationFilter,
  page: number,
  pageSize: number,
): Promise<ObservationPage> {
  return readRows(db, rowStatements[countShape(filter)], pageValues(filter, page, pageSize));
}

async function readRows(db: Db, statement: Statement, values: unknown[]): Promise<ObservationPage> {
  const rows = await db.rows<Record<string, unknown>>(statement, values);
  const observations = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [fromRow(row)]));
  return { observations, total: Number(rows[0]?.total ?? 0) };
}
