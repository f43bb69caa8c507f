import {
  ALERT_DEFAULTS,
  type AlertSettings,
  alertProblems,
  type CreateAlert,
  type EditAlert,
  type NewAlert,
  type StoredAlert,
} from '../../contract/alert.ts';
import { unsetNulls } from '../../contract/criteria.ts';
import type { Problem } from '../../contract/problem.ts';
import type { Database, Db } from '../../db/database.ts';
import { AppError, invalid } from '../../lib/errors.ts';
import { logoExists } from '../logos/logos.ts';
import { checkQuota } from '../quotas/quota-store.ts';
import { type EditedAlert, insertAlert, lockAlert, type Scope, updateAlert } from './alert-store.ts';

export const alertNotFound = () => new AppError('not_found', 'There is no such alert.');

/** Stores an alert. Every batch of sightings that is claimed after the commit is compared with it. */
export async function createAlert(
  db: Db,
  organizationId: number,
  userId: number,
  alert: CreateAlert,
  now: Date,
): Promise<StoredAlert> {
  const complete = { ...ALERT_DEFAULTS, ...withoutRepeats(alert, alert.email) } as NewAlert;
  await checkRecipients(db, organizationId, complete.cc_emails);
  return insertAlert(db, organizationId, userId, complete, now);
}

/** Changes the given fields. Concurrent edits run one after the other, so none overwrites fields it did not name. */
export function editAlert(
  database: Database,
  scope: Scope,
  id: number,
  changes: EditAlert,
  now: Date,
): Promise<EditedAlert> {
  return database.transaction(async (tx) => {
    const alert = await lockAlert(tx, scope, id);
    if (!alert) throw alertNotFound();
    const edited = { ...alert, ...unsetNulls(withoutRepeats(changes, alert.email)) } as StoredAlert;
    const problems = alertProblems(edited);
    if (problems.length > 0) throw invalid(problems);
    if (changes.cc_emails) await checkRecipients(tx, alert.organization_id, edited.cc_emails);
    return updateAlert(tx, id, edited, now);
  });
}

/** One address is always allowed. */
async function checkRecipients(db: Db, organizationId: number, more: string[]): Promise<void> {
  if (more.length > 0) await checkQuota(db, organizationId, 'email_recipients_per_alert', 1 + more.length);
}

/** Problems of the given fields that a schema cannot express. */
export async function fieldProblems(db: Db, alert: Partial<AlertSettings>): Promise<Problem[]> {
  const problems = alertProblems(alert);
  const { trailer_logo: logo } = alert;
  if (logo && !(await logoExists(db, logo))) {
    const msg = 'Must be one of GET /logos';
    problems.push({ type: 'value_error', loc: ['body', 'trailer_logo'], msg, input: logo });
  }
  return problems;
}

/** A recipient or channel that is listed twice counts once. The case of an address does not matter. */
export function withoutRepeats<
  T extends { cc_emails?: string[] | null; notification_channels?: string[] | null },
>(alert: T, email: string): T {
  const { cc_emails: recipients, notification_channels: channels } = alert;
  return {
    ...alert,
    ...(recipients && { cc_emails: otherAddresses(recipients, email) }),
    ...(channels && { notification_channels: [...new Set(channels)] }),
  };
}

function otherAddresses(addresses: string[], email: string): string[] {
  const seen = new Set([email.toLowerCase()]);
  return addresses.filter((address) => {
    const isNew = !seen.has(address.toLowerCase());
    seen.add(address.toLowerCase());
    return isNew;
  });
}
