import { equipmentProblems, equipmentTypes } from '../../contract/brokers/lane-filters.ts';
import { type Db, statement } from '../../db/database.ts';
import type { Problem } from '../../lib/errors.ts';

/** Recognizers of customers name types of their own. */
const seenTypes = statement(
  'lanes.seen-equipment',
  `select t.name from unnest($1::text[]) as t (name)
   where exists (select from lane_sites s where s.equipment_type = t.name)`,
);

export async function equipmentProblemsOf(db: Db, types: string | undefined): Promise<Problem[]> {
  if (types === undefined || equipmentProblems(types, new Set()).length === 0) return [];
  const rows = await db.rows<{ name: string }>(seenTypes, [equipmentTypes(types)]);
  return equipmentProblems(types, new Set(rows.map(({ name }) => name)));
}
