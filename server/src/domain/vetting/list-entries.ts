import { type Db, readRow, statement } from '../../db/database.ts';
import { ownPages } from '../../db/own-pages.ts';
import { AppError } from '../../lib/errors.ts';
import type { ListInput } from './inputs/inputs.ts';

type Row = Omit<ListInput, 'added_at'> & { usdot_number: number; added_at: Date };
const COLUMNS = 'usdot_number, list, note, added_at';

const ofCarriers = statement(
  'vetting.list-of-carriers',
  `select ${COLUMNS} from vetting_list where organization_id = $1 and usdot_number = any($2::integer[])`,
);

/** Which of the carriers are on the organization's lists. */
export async function listEntriesOf(
  db: Db,
  organizationId: number,
  usdotNumbers: number[],
): Promise<Map<number, ListInput>> {
  const rows = await db.rows<Row>(ofCarriers, [organizationId, usdotNumbers]);
  return new Map(
    rows.map(({ usdot_number, list, note, added_at }) => [
      usdot_number,
      { list, note, added_at: added_at.toISOString() },
    ]),
  );
}

const change = statement(
  'vetting.list-change',
  `update vetting_list set list = $3, note = $4 where organization_id = $1 and usdot_number = $2 returning ${COLUMNS}`,
);
const add = statement(
  'vetting.list-add',
  `insert into vetting_list (organization_id, usdot_number, list, note)
   select admit_rows($1, 'vetting_list', 1), $2, $3, $4
   on conflict (organization_id, usdot_number) do update set list = excluded.list, note = excluded.note
   returning ${COLUMNS}`,
);

/** Puts a carrier on a list, or moves it to the other one. */
export async function putListEntry(
  db: Db,
  organizationId: number,
  usdotNumber: number,
  { list, note }: Pick<ListInput, 'list' | 'note'>,
): Promise<Row> {
  const values = [organizationId, usdotNumber, list, note];
  return (await db.row<Row>(change, values)) ?? readRow<Row>(db, add, values);
}

const remove = statement(
  'vetting.list-remove',
  `delete from vetting_list where organization_id = $1 and usdot_number = $2`,
);

export async function removeListEntry(db: Db, organizationId: number, usdotNumber: number): Promise<void> {
  if ((await db.run(remove, [organizationId, usdotNumber])) === 0)
    throw new AppError('not_found', 'The carrier is on neither list.');
}

export const pageListEntries = ownPages<Row, 'list'>('vetting.list', {
  ...{ columns: COLUMNS, table: 'vetting_list', filters: { list: 'text' }, order: 'usdot_number' },
});
