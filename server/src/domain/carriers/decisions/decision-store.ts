import { randomUUID } from 'node:crypto';
import type { CarrierDecision } from '../../../contract/brokers/carrier-decision.ts';
import { type Db, foundRow, readRow, statement } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';

type Row = Omit<CarrierDecision, 'usdot_number' | 'created_at'> & { usdot_number: number; created_at: Date };
type Person = { organizationId: number; userId: number };

const COLUMNS = `d.id, d.usdot_number, d.decision, d.note, d.created_at, d.created_by, coalesce(u.email, '') as author`;
const FROM = `carrier_decisions d left join users u on u.id = d.created_by and u.organization_id = d.organization_id
   where d.organization_id = $1`;

const insert = statement(
  'decisions.insert',
  `with admitted as materialized (select admit_rows($1, 'carrier_decisions', 1) as organization_id), d as (
     insert into carrier_decisions (organization_id, id, usdot_number, decision, note, created_at, created_by)
     select organization_id, $2, $3, $4, $5, $6::timestamptz, $7 from admitted returning *
   )
   select ${COLUMNS} from d left join users u on u.id = d.created_by`,
);

const show = ({ usdot_number, ...row }: Row) => ({ ...row, usdot_number: String(usdot_number) });

export async function addDecision(
  db: Db,
  { organizationId, userId }: Person,
  usdotNumber: number,
  { decision, note }: Pick<Row, 'decision' | 'note'>,
  now: Date,
) {
  const values = [organizationId, randomUUID(), usdotNumber, decision, note, now, userId];
  return show(await readRow<Row>(db, insert, values));
}

const page = statement(
  'decisions.page',
  `select ${COLUMNS} from ${FROM} and d.usdot_number = $2 order by d.position desc limit $3 offset $4`,
);
const count = statement(
  'decisions.count',
  'select count(*) as total from carrier_decisions where organization_id = $1 and usdot_number = $2',
);
const current = statement(
  'decisions.current',
  `select ${COLUMNS} from ${FROM} and d.usdot_number = $2 and d.decision is not null order by d.position desc limit 1`,
);

/** The decision in force, or null. */
export async function currentDecision(db: Db, organizationId: number, usdotNumber: number) {
  const row = await db.row<Row>(current, [organizationId, usdotNumber]);
  return row && show(row);
}

export async function pageDecisions(
  db: Db,
  organizationId: number,
  usdotNumber: number,
  { page: number, pageSize }: { page: number; pageSize: number },
) {
  const [rows, { total }, inForce] = await Promise.all([
    db.rows<Row>(page, [organizationId, usdotNumber, pageSize, (number - 1) * pageSize]),
    readRow<{ total: number }>(db, count, [organizationId, usdotNumber]),
    currentDecision(db, organizationId, usdotNumber),
  ]);
  return { decisions: rows.map(show), total, current: inForce };
}

const authorOf = statement(
  'decisions.author',
  'select created_by from carrier_decisions where organization_id = $1 and usdot_number = $2 and id = $3',
);
const remove = statement(
  'decisions.delete',
  'delete from carrier_decisions where organization_id = $1 and id = $2',
);

/** Its author and administrators may delete it. */
export async function deleteDecision(
  db: Db,
  { organizationId, userId }: Person,
  { usdotNumber, id, isAdmin }: { usdotNumber: number; id: string; isAdmin: boolean },
): Promise<void> {
  const key = [organizationId, usdotNumber, id];
  const decision = await foundRow<{ created_by: number }>(db, authorOf, key, 'There is no such decision.');
  if (decision.created_by !== userId && !isAdmin)
    throw new AppError('forbidden', 'Only its author and administrators may delete it.');
  await db.run(remove, [organizationId, id]);
}
