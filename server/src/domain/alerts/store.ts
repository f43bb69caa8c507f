import { LOCKS } from '../../db/advisory-locks.ts';
import { type Db, statement } from '../../db/database.ts';
import type { Alert, AlertSettings, NewAlert } from './alert.ts';

/** Whose alerts: all of the organization, or one user's. */
export type Scope = { organizationId: number; userId: number | null };

const SETTINGS = [
  'cc_emails',
  'alert_type',
  'disabled',
  'alert_name',
  'usdot_number',
  'mc_number',
  'license_plate',
  'vin',
  'cab_number',
  'equipment_type',
  'trailer_logo',
  'trailer_number',
  'exact_match_trailer_number',
  'deep_search',
  'exact_match_deep_search',
  'notification_channels',
  'location_state',
  'location_city',
  'start_date',
  'end_date',
  'tolerance',
  'cooldown_minutes',
  'daily_cap',
] as const satisfies (keyof AlertSettings)[];
const names = SETTINGS.join(', ');
export const ALERT_COLUMNS = `id, organization_id, user_id, email, created_at, ${names}`;
const scoped = `organization_id = $1 and ($2::int is null or user_id = $2)`;

const insert = statement(
  'alerts.insert',
  `insert into alerts (organization_id, user_id, email, ${names})
   values ($1, $2, $3, ${SETTINGS.map((_, i) => `$${i + 4}`).join(', ')}) returning ${ALERT_COLUMNS}`,
);
export async function insertAlert(
  db: Db,
  organizationId: number,
  userId: number,
  alert: NewAlert,
): Promise<Alert> {
  const values = SETTINGS.map((name) => alert[name]);
  const row = await db.row<Alert>(insert, [organizationId, userId, alert.email, ...values]);
  if (!row) throw new Error('the statement returned no row');
  return row;
}

const list = statement('alerts.list', `select ${ALERT_COLUMNS} from alerts where ${scoped} order by id desc`);
export function listAlerts(db: Db, { organizationId, userId }: Scope): Promise<Alert[]> {
  return db.rows<Alert>(list, [organizationId, userId]);
}

const find = statement('alerts.find', `select ${ALERT_COLUMNS} from alerts where ${scoped} and id = $3`);
export function findAlert(db: Db, { organizationId, userId }: Scope, id: number): Promise<Alert | null> {
  return db.row<Alert>(find, [organizationId, userId, id]);
}

/** The lock of all changes first, as the triggers take it: two editors can wait for each other, never in a ring. */
const lockChanges = statement('alerts.lock-changes', `select pg_advisory_xact_lock(${LOCKS.alertChanges})`);
const findForEdit = statement('alerts.find-for-edit', `${find.text} for no key update`);
export async function lockAlert(
  db: Db,
  { organizationId, userId }: Scope,
  id: number,
): Promise<Alert | null> {
  await db.rows(lockChanges);
  return db.row<Alert>(findForEdit, [organizationId, userId, id]);
}

const update = statement(
  'alerts.update',
  `update alerts set updated_at = now(), (${names}) = row(${SETTINGS.map((_, i) => `$${i + 2}`).join(', ')})
    where id = $1 returning ${ALERT_COLUMNS}`,
);
export async function updateAlert(db: Db, id: number, alert: AlertSettings): Promise<Alert> {
  const row = await db.row<Alert>(update, [id, ...SETTINGS.map((name) => alert[name])]);
  if (!row) throw new Error('the statement returned no row');
  return row;
}

const remove = statement('alerts.delete', `delete from alerts where ${scoped} and id = $3`);
export async function deleteAlert(db: Db, { organizationId, userId }: Scope, id: number): Promise<boolean> {
  return (await db.run(remove, [organizationId, userId, id])) > 0;
}
