import {
  type AlertSettings,
  MATCHED_COLUMNS,
  type NewAlert,
  SETTING_COLUMNS,
  type StoredAlert,
} from '../../contract/alert.ts';
import type { AlertFilters, AlertState } from '../../contract/alerts/alert-list.ts';
import { CRITERION_NAMES } from '../../contract/criteria.ts';
import { MAX_COUNTED_MATCHES } from '../../contract/match.ts';
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

/** In the order of the list. */
const insertAll = statement(
  'alerts.insert-all',
  `with admitted as materialized (select admit_alerts($1, jsonb_array_length($4::jsonb)) as organization_id)
   insert into alerts (organization_id, user_id, email, created_at, notifies_since, is_history_due, ${names})
   select admitted.organization_id, $2, given.email, $3, $3, true, ${SETTING_COLUMNS.map((name) => `given.${name}`).join(', ')}
     from admitted, jsonb_array_elements($4::jsonb) with ordinality as listed (alert, nth),
          jsonb_populate_record(null::alerts, listed.alert) as given
    order by listed.nth`,
);
/** Inserts all or none. */
export function insertAlerts(
  db: Db,
  organizationId: number,
  userId: number,
  alerts: NewAlert[],
  now: Date,
): Promise<number> {
  return db.run(insertAll, [organizationId, userId, now, JSON.stringify(alerts)]);
}

/** SQL: the state of an alert on the day $3 of its organization. */
const state = `case when end_date < $3 then 'ended' when disabled then 'paused' when start_date > $3 then 'scheduled'
  else 'active' end`;
const searched = `concat_ws(' ', alert_name, email, ${CRITERION_NAMES.join(', ')})`;
const squeezed = (sql: string) => `lower(regexp_replace(${sql}, '[\\s.-]', '', 'g'))`;
/** SQL: the alerts of a list. Their parameters are those of `listValues`. */
export const LISTED = `${scoped} and ($4::text is null or ${state} = $4) and ($5::text is null or alert_type = $5)
  and ($6::text is null or position(lower($6) in lower(${searched})) > 0
       or position(${squeezed('$6')} in ${squeezed(searched)}) > 0 and ${squeezed('$6')} <> '')`;

/** `today` is the day of the organization. */
export type AlertListing = { scope: Scope; today: string; filters: AlertFilters };
export const listValues = ({ scope, today, filters }: AlertListing) => [
  ...[scope.organizationId, scope.userId, today],
  ...[filters.state ?? null, filters.alert_type ?? null, filters.query ?? null],
];

const list = statement('alerts.list', `select ${ALERT_COLUMNS} from alerts where ${LISTED} order by id desc`);
export function listAlerts(db: Db, listing: AlertListing): Promise<StoredAlert[]> {
  return db.rows<StoredAlert>(list, listValues(listing));
}

const page = statement('alerts.page', `${list.text} limit $7 offset $8`);
const count = statement('alerts.count', `select count(*) as total from alerts where ${LISTED}`);
export async function pageAlerts(
  db: Db,
  listing: AlertListing,
  pageNumber: number,
  pageSize: number,
): Promise<{ alerts: StoredAlert[]; total: number }> {
  const values = listValues(listing);
  const [alerts, counted] = await Promise.all([
    db.rows<StoredAlert>(page, [...values, pageSize, (pageNumber - 1) * pageSize]),
    db.row<{ total: number }>(count, values),
  ]);
  return { alerts, total: counted?.total ?? 0 };
}

/** After the alert $7, newest first, with what the list shows of each. */
const exported = statement(
  'alerts.export',
  `select ${ALERT_COLUMNS}, ${state} as state, fired_for as last_fired_at, (
     select count(*) from (select from alert_matches m where m.alert_id = alerts.id limit ${MAX_COUNTED_MATCHES}) c) as matches
     from alerts where ${LISTED} and id < $7 order by id desc limit $8`,
);
export type ExportedAlert = StoredAlert & { state: AlertState; matches: number; last_fired_at: Date | null };
export function alertsBefore(
  db: Db,
  listing: AlertListing,
  id: number,
  most: number,
): Promise<ExportedAlert[]> {
  return db.rows<ExportedAlert>(exported, [...listValues(listing), id, most]);
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
