import { ALERT_DEFAULTS, type NewAlert } from '../../contract/alert.ts';
import type { ImportedAlerts } from '../../contract/alerts/alert-list.ts';
import type { Criteria } from '../../contract/criteria.ts';
import type { Database, Db } from '../../db/database.ts';
import { LineProblems } from '../../lib/csv/csv-table.ts';
import { checkQuota } from '../quotas/quota-store.ts';
import { type AlertListing, insertAlerts, listAlerts, lockAlertChanges, type Scope } from './alert-store.ts';
import { conditionsOf } from './match/conditions.ts';
import { type NumberedAlert, readAlertLines } from './read-alert-lines.ts';
import { fieldProblems, withoutRepeats } from './write-alert.ts';

type Importer = { scope: Scope; userId: number; email: string; today: string };

/** What an alert watches: its criteria as they are compared, and its days. */
function watchedBy(alert: NewAlert): string {
  const conditions = conditionsOf(alert).map((condition) => JSON.stringify(condition));
  return [...conditions.sort(), alert.start_date ?? '', alert.end_date ?? ''].join('\n');
}

/**
 * Stores the alerts of a CSV file, all or none: with one bad line, every bad line is reported and nothing changes. A line that
 * watches the same as an earlier one, or as an alert that the caller sees, is left out and reported. A worker stores the history
 * of each alert.
 */
export async function importAlerts(
  database: Database,
  importer: Importer,
  bytes: AsyncIterable<Buffer>,
  now: Date,
): Promise<ImportedAlerts> {
  const problems = new LineProblems();
  const lines = await readAlertLines(bytes, importer.email, problems);
  await checkFields(database, lines, problems);
  problems.throwAny();
  const alerts = lines.map(({ number, alert }) => ({
    number,
    alert: { ...ALERT_DEFAULTS, ...withoutRepeats(alert, alert.email) } as NewAlert,
  }));
  const { organizationId } = importer.scope;
  const mostRecipients = Math.max(1, ...alerts.map(({ alert }) => 1 + alert.cc_emails.length));
  return database.transaction(async (tx) => {
    if (mostRecipients > 1)
      await checkQuota(tx, organizationId, 'email_recipients_per_alert', mostRecipients);
    // Another import of the same file waits here, and then finds its alerts.
    await lockAlertChanges(tx);
    const { fresh, duplicates } = await withoutDuplicates(tx, importer, alerts);
    if (fresh.length > 0) await insertAlerts(tx, organizationId, importer.userId, fresh, now);
    return { created: fresh.length, duplicates };
  });
}

async function checkFields(db: Db, lines: NumberedAlert[], problems: LineProblems): Promise<void> {
  const logos = new Map<string, Awaited<ReturnType<typeof fieldProblems>>>();
  for (const { number, alert } of lines) {
    const { trailer_logo: logo, ...others } = alert;
    if (logo && !logos.has(logo)) logos.set(logo, await fieldProblems(db, { trailer_logo: logo }));
    const found = [
      ...(await fieldProblems(db, others as Partial<Criteria>)),
      ...(logo ? (logos.get(logo) ?? []) : []),
    ];
    for (const { type, loc, msg, input } of found)
      problems.add(number, { type, msg, input, column: String(loc[1]) });
  }
}

async function withoutDuplicates(
  db: Db,
  { scope, today }: Importer,
  alerts: { number: number; alert: NewAlert }[],
): Promise<{ fresh: NewAlert[]; duplicates: ImportedAlerts['duplicates'] }> {
  const listing: AlertListing = { scope, today, filters: {} };
  const known = new Map<string, { of_line: number | null; of_alert: number | null }>();
  for (const alert of await listAlerts(db, listing))
    known.set(watchedBy(alert), { of_line: null, of_alert: alert.id });
  const fresh: NewAlert[] = [];
  const duplicates: ImportedAlerts['duplicates'] = [];
  for (const { number, alert } of alerts) {
    const watched = watchedBy(alert);
    const same = known.get(watched);
    if (same) duplicates.push({ line: number, alert_name: alert.alert_name, ...same });
    else {
      fresh.push(alert);
      known.set(watched, { of_line: number, of_alert: null });
    }
  }
  return { fresh, duplicates };
}
