import { randomUUID } from 'node:crypto';
import { type Db, foundRow, statement } from '../../db/database.ts';
import { ownPages } from '../../db/own-pages.ts';
import type { VehicleKind } from '../observations/vehicles/vehicle-kinds.ts';

export type CaseRow = {
  id: string;
  kind: VehicleKind;
  value: string;
  plate_state: string;
  /** 0: of any carrier. */
  usdot_number: number;
  start_time: Date;
  end_time: Date;
  title: string;
  note: string;
  created_at: Date;
  created_by: number | null;
};
const COLUMNS = `id, kind, value, plate_state, usdot_number, start_time, end_time, title, note, created_at, created_by`;

const insert = statement(
  'cases.insert',
  `with admitted as materialized (select admit_rows($1, 'cases', 1) as organization_id)
   insert into cases (organization_id, ${COLUMNS})
   select organization_id, $2, $3, $4, $5, $6, $7::timestamptz, $8::timestamptz, $9, $10, $11::timestamptz, $12 from admitted`,
);

export async function insertCase(
  db: Db,
  organizationId: number,
  given: Omit<CaseRow, 'id'>,
): Promise<CaseRow> {
  const row = { id: randomUUID(), ...given };
  const { id, kind, value, plate_state, usdot_number, start_time, end_time, title, note } = row;
  await db.run(insert, [
    ...[organizationId, id, kind, value, plate_state, usdot_number, start_time, end_time, title, note],
    ...[row.created_at, row.created_by],
  ]);
  return row;
}

/** Newest first. */
export const pageCases = ownPages<CaseRow>('cases.own', { columns: COLUMNS, table: 'cases', filters: {} });

const one = statement('cases.one', `select ${COLUMNS} from cases where id = $1 and organization_id = $2`);

export function readCase(db: Db, organizationId: number, id: string): Promise<CaseRow> {
  return foundRow<CaseRow>(db, one, [id, organizationId], 'There is no such case.');
}
