import {
  type AlertSettings,
  MATCHED_COLUMNS,
  type NewAlert,
  SETTING_COLUMNS,
  type StoredAlert,
} from '../../contract/alert.ts';
import { LOCKS } from '../../db/advisory-locks.ts';
import { type Db, readRow, statement } from '../../db/database.ts';

/** Whose alerts and matches: the whole organization's, or one user's. */
export type Scope = { organizationId: number; userId: number | null };

const names = SETTING_COLUMNS.join(', ');
const placeholders = (first: number) => SETTING_COLUMNS.map((_, i) => `$${i + first}`).join(', ');
const valuesOf = (alert: AlertSettings) => SETTING_COLUMNS.map((name) => alert[name]);
const ALERT_COLUMNS = `id, organization_id, user_id, email, created_at, ${names}`;
const visible = `organization_id = $1 and ($2::int is null or user_id = $2)`;
/** The alerts of mismatch observations can be read, for example by the link in an email, but are neither listed nor edited. */
const scoped = `${visible} and mismatch_id is null`;

const insert = statement(
  'alerts.insert',
  `insert into alerts (organization_id, user_id, email, created_at, notifies_since, is_history_due, ${names})
   values (admit_row($1, 'alerts'), $2, $3, $4, $4, true, ${placeholders(5)}) returning ${ALERT_COLUMNS}`,
);
export function insertAlert(
  db: Db,
  organizationId: number,
  userId: number,
  alert: NewAlert,
  now: Date,
): Promise<StoredAlert> {
  return readRow<StoredAlert>(db, insert, [organizationId, userId, alert.email, now, ...valuesOf(alert)]);
}

const list = statement('alerts.list', `select ${ALERT_COLUMNS} from alerts where ${scoped} order by id desc`);
export function listAlerts(db: Db, { organizationId, userId }: Scope): Promise<StoredAlert[]> {
  return db.rows<StoredAlert>(list, [organizationId, userId]);
}

const page = statement('alerts.page', `${list.text} limit $3 offset $4`);
const count = statement('alerts.count', `select count(*) as total from alerts where ${scoped}`);
export async function pageAlerts(
  db: Db,
  { organizationId, userId }: Scope,
  pageNumber: number,
  pageSize: number,
): Promise<{ alerts: StoredAlert[]; total: number }> {
  const [alerts, counted] = await Promise.all([
    db.rows<StoredAlert>(page, [organizationId, userId, pageSize, (pageNumber - 1) * pageSize]),
    db.row<{ total: number }>(count, [organizationId, userId]),
  ]);
  return { alerts, total: counted?.total ?? 0 };
}

const find = statement('alerts.find', `select ${ALERT_COLUMNS} from alerts where ${visible} and id = $3`);
export function findAlert(
  db: Db,
  { organizationId, userId }: Scope,
  id: number,
): Promise<StoredAlert | null> {
  return db.row<StoredAlert>(find, [organizationId, userId, id]);
}

/** Takes the lock of all alert changes before the row lock, in the order of the triggers, so that edits cannot deadlock. */
const lockChanges = statement('alerts.lock-changes', `select pg_advisory_xact_lock(${LOCKS.alertChanges})`);
const findForEdit = statement(
  'alerts.find-for-edit',
  `select ${ALERT_COLUMNS} from alerts where ${scoped} and id = $3 for no key update`,
);
export async function lockAlertChanges(db: Db): Promise<void> {
  await db.rows(lockChanges);
}
export async function lockAlert(
  db: Db,
  { organizationId, userId }: Scope,
  id: number,
): Promise<StoredAlert | null> {
  await lockAlertChanges(db);
  return db.row<StoredAlert>(findForEdit, [organizationId, userId, id]);
}

const placeholderOf = (name: (typeof SETTING_COLUMNS)[number]) => `$${SETTING_COLUMNS.indexOf(name) + 3}`;
const update = statement(
  'alerts.update',
  `update alerts set updated_at = now(), (${names}) = row(${placeholders(3)}),
          notifies_since = case when ${MATCHED_COLUMNS.map((name) => `${name} is distinct from ${placeholderOf(name)}`).join(' or ')}
                                then $2 else notifies_since end
    where id = $1 returning ${ALERT_COLUMNS}, updated_at`,
);
export type EditedAlert = StoredAlert & { updated_at: Date };
/** An alert that changes what it matches notifies about images that are received from now on. */
export function updateAlert(db: Db, id: number, alert: AlertSettings, now: Date): Promise<EditedAlert> {
  return readRow<EditedAlert>(db, update, [id, now, ...valuesOf(alert)]);
}

const remove = statement('alerts.delete', `delete from alerts where ${scoped} and id = $3`);
export async function deleteAlert(db: Db, { organizationId, userId }: Scope, id: number): Promise<boolean> {
  return (await db.run(remove, [organizationId, userId, id])) > 0;
}
