import { randomUUID } from 'node:crypto';
import type { Watched } from '../../../contract/brokers/mismatch.ts';
import { type Database, type Db, readRow, statement, type Transaction } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import { lockAlertChanges } from '../alert-store.ts';

export type MismatchRow = Watched & {
  id: string;
  organization_id: number;
  alert_name: string | null;
  is_disabled: boolean;
  created_at: Date;
  last_run_at: Date | null;
};
type Owner = { organizationId: number; userId: number; email: string };

const COLUMNS = `m.id, m.organization_id, m.alert_name, m.usdot, m.mc, m.logos, m.is_disabled, m.created_at,
  (select max(a.fired_for) from alerts a where a.mismatch_id = m.id) as last_run_at`;

/** A notification names what it is about even if the observation has no name. */
const NAME = `coalesce(m.alert_name, concat_ws(' and ', 'Mismatch of ' || nullif('USDOT ' || m.usdot, 'USDOT '),
  case when m.usdot = '' then 'Mismatch of ' else '' end || nullif('MC ' || m.mc, 'MC ')))`;

/** The alerts of an observation: added where its numbers have none, changed, and removed with their number. */
const removeAlerts = statement(
  'mismatches.remove-alerts',
  `delete from alerts a using mismatch_observations m
    where m.id = $1 and a.mismatch_id = m.id and case when a.usdot_number <> '' then m.usdot else m.mc end = ''`,
);
const changeAlerts = statement(
  'mismatches.change-alerts',
  `update alerts a set usdot_number = case when a.usdot_number <> '' then m.usdot else '' end,
      mc_number = case when a.mc_number <> '' then m.mc else '' end,
      alert_name = ${NAME}, disabled = m.is_disabled, updated_at = now(), notifies_since = coalesce($2, notifies_since)
     from mismatch_observations m where m.id = $1 and a.mismatch_id = m.id`,
);
const addAlert = (column: 'usdot_number' | 'mc_number', value: 'usdot' | 'mc') =>
  statement(
    `mismatches.add-alert-by-${value}`,
    `insert into alerts (organization_id, user_id, email, alert_type, disabled, alert_name, ${column}, created_at,
       notifies_since, mismatch_id)
     select admit_row(m.organization_id, 'alerts'), $2, $3, 'hot', m.is_disabled, ${NAME}, m.${value}, $4, $4, m.id
       from mismatch_observations m where m.id = $1 and m.${value} <> ''
        and not exists (select from alerts a where a.mismatch_id = m.id and a.${column} <> '')`,
  );
const addByUsdot = addAlert('usdot_number', 'usdot');
const addByMc = addAlert('mc_number', 'mc');

async function addAlerts(db: Db, id: string, { userId, email }: Owner, now: Date): Promise<void> {
  for (const add of [addByUsdot, addByMc]) await db.run(add, [id, userId, email, now]);
}

const insert = statement(
  'mismatches.insert',
  `with admitted as materialized (select admit_alerts($1, $2) as organization_id),
   made as (
     insert into mismatch_observations (id, organization_id, alert_name, usdot, mc, logos, created_at)
     select given.id, admitted.organization_id, $3, given.usdot, given.mc, $4, $5
       from admitted, unnest($6::uuid[], $7::text[], $8::text[]) with ordinality as given (id, usdot, mc, nth)
      order by given.nth returning *
   )
   insert into alerts (organization_id, user_id, email, alert_type, disabled, alert_name, usdot_number, mc_number,
     created_at, notifies_since, mismatch_id)
   select m.organization_id, $9, $10, 'hot', m.is_disabled, ${NAME}, found_by.usdot, found_by.mc, $5, $5, m.id
     from made m, lateral (values (m.usdot, ''), ('', m.mc)) as found_by (usdot, mc)
    where found_by.usdot <> '' or found_by.mc <> ''`,
);

/** Stores all of them or none. */
export async function insertMismatches(
  db: Db,
  { organizationId, userId, email }: Owner,
  name: string | null,
  watched: Watched[],
  now: Date,
): Promise<void> {
  const numbers = (kind: 'usdot' | 'mc') => watched.map((one) => one[kind]);
  const alerts = watched.flatMap(({ usdot, mc }) => [usdot, mc]).filter((number) => number !== '');
  await db.run(insert, [
    ...[organizationId, alerts.length, name, watched[0]?.logos ?? [], now],
    ...[watched.map(() => randomUUID()), numbers('usdot'), numbers('mc'), userId, email],
  ]);
}

const count = statement(
  'mismatches.count',
  'select count(*) as total from mismatch_observations where organization_id = $1',
);
const page = statement(
  'mismatches.page',
  `select ${COLUMNS} from mismatch_observations m where m.organization_id = $1
    order by m.position desc limit $2 offset $3`,
);

/** One page, newest first, and the total. */
export async function pageMismatches(
  db: Db,
  organizationId: number,
  { page: number, pageSize }: { page: number; pageSize: number },
): Promise<{ observations: MismatchRow[]; total: number }> {
  const [observations, { total }] = await Promise.all([
    db.rows<MismatchRow>(page, [organizationId, pageSize, (number - 1) * pageSize]),
    readRow<{ total: number }>(db, count, [organizationId]),
  ]);
  return { observations, total };
}

export const mismatchNotFound = () => new AppError('not_found', 'There is no such mismatch observation.');
const find = statement(
  'mismatches.find',
  `select ${COLUMNS} from mismatch_observations m where m.id = $1 for update`,
);
const update = statement(
  'mismatches.update',
  `update mismatch_observations set usdot = $2, mc = $3, logos = $4, alert_name = $5, is_disabled = $6 where id = $1`,
);

type Change = Partial<Watched & Pick<MismatchRow, 'alert_name' | 'is_disabled'>>;

/** Changes the given fields. The reference tells an observation of another customer (403) from an unknown one (404). */
export function updateMismatch(
  database: Database,
  owner: Owner,
  id: string,
  change: Change,
  now: Date,
): Promise<MismatchRow> {
  return database.transaction(async (tx) => {
    await lockAlertChanges(tx);
    const current = await tx.row<MismatchRow>(find, [id]);
    if (current === null) throw mismatchNotFound();
    if (current.organization_id !== owner.organizationId)
      throw new AppError('forbidden', 'The mismatch observation belongs to another customer.');
    const { usdot, mc, logos, alert_name, is_disabled } = { ...current, ...change };
    if (usdot === '' && mc === '')
      throw new AppError('invalid', 'A mismatch observation needs a USDOT number or an MC number.');
    await tx.run(update, [id, usdot, mc, logos, alert_name, is_disabled]);
    await tx.run(removeAlerts, [id]);
    // Another name changes nothing about which sightings notify.
    const isCompared = Object.keys(change).some((field) => field !== 'alert_name');
    await tx.run(changeAlerts, [id, isCompared ? now : null]);
    await addAlerts(tx, id, owner, now);
    return readRow<MismatchRow>(tx, find, [id]);
  });
}

const remove = statement(
  'mismatches.delete',
  'delete from mismatch_observations where id = $1 and organization_id = $2',
);
export function deleteMismatch(database: Database, organizationId: number, id: string): Promise<void> {
  return database.transaction(async (tx: Transaction) => {
    await lockAlertChanges(tx);
    if ((await tx.run(remove, [id, organizationId])) === 0) throw mismatchNotFound();
  });
}
