import { type Database, type Db, queriesOn, statement } from '../../../db/database.ts';
import { allowLongWork } from '../../../db/long-work.ts';
import { AppError } from '../../../lib/errors.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { AuditDraft } from '../../audit/entry.ts';
import type { ImageSweeper } from '../../images/sweep-images.ts';
import type { Mailer } from '../../notifications/mail/mailer.ts';
import { eraseNotifications } from './erase-notifications.ts';
import { eraseRest } from './erase-rest.ts';
import { eraseSightings, type FoundSightings, findSightings } from './erase-sightings.ts';
import { type FoundAlert, findAlerts } from './find-vehicle.ts';
import { type Affected, listAffected } from './list-affected.ts';
import { refreshStatistics } from './refresh-statistics.ts';
import { type Scan, scanDatabase } from './scan-database.ts';
import type { VehiclePattern } from './vehicle-pattern.ts';

type Eraser = {
  database: Database;
  images: ImageSweeper;
  mailer: Mailer;
  auditLog: AuditLog;
};
type EraseOptions = {
  isDryRun: boolean;
  includeAlerts: boolean;
  /** Also erases other records of the same image files. */
  allCopies: boolean;
  /**
   * Erases the sightings that have the plate or VIN as a value, with their images and matches. The time does not depend on the
   * number of images. Other texts and copies are left for an erasure without it.
   */
  onlyByValue?: boolean;
  /** Gets what would go before anything is changed. It throws to stop the erasure. */
  confirm(plan: ErasurePlan): Promise<void>;
};

export type ErasurePlan = {
  /** The images that go, with every other plate, carrier and organization that they belong to. */
  affected: Affected;
  /** Records of the same image files that stay, and with them the files. */
  copies: Affected;
};

export type Erasure = ErasurePlan & {
  /** What was erased, or would be. */
  counts: Record<string, number>;
  alerts: FoundAlert[];
  /** What the database still contains afterward. */
  scan: Scan;
  /** false: other texts and copies were not searched. */
  is_complete: boolean;
};

const deleteAlerts = statement('erase.delete-alerts', 'delete from alerts where id = any($1::int[])');

/**
 * Erases a plate or VIN from every table, file and blob, and then looks for it in every table. Each step finds its rows by
 * their content, so a command that was killed is completed by running it again. Who it was is recorded only as a keyed
 * hash.
 */
export async function eraseVehicle(
  eraser: Eraser,
  pattern: VehiclePattern,
  { isDryRun, includeAlerts, allCopies, onlyByValue = false, confirm }: EraseOptions,
  who: Pick<AuditDraft, 'at' | 'actor' | 'address'>,
): Promise<Erasure> {
  const { database, auditLog } = eraser;
  const alerts = await findAlerts(database, pattern);
  if (alerts.length > 0 && !includeAlerts && !isDryRun) throw alertsRemain(alerts);
  const found = await findLong(database, (db) => findSightings(db, pattern, { allCopies, onlyByValue }));
  const plan: ErasurePlan = {
    affected: await listAffected(database, [...found.images.keys()], pattern),
    copies: await listAffected(
      database,
      found.copies.map(({ id }) => id),
      pattern,
    ),
  };
  if (!isDryRun) await confirm(plan);
  const { kind, value } = pattern.id;
  const draft: AuditDraft = {
    ...who,
    organizationId: null,
    action: isDryRun ? 'vehicle.find' : 'vehicle.erase',
    isRead: false,
    object: { kind, id: '' },
    correlationId: null,
    subjects: [{ kind, value }],
    details: {},
  };
  const pendingId = await auditLog.begin(draft);
  const finish = (outcome: 'success' | 'failed', details: Record<string, unknown>) =>
    auditLog.recordNow({ ...draft, details, pendingId, outcome, status: null, purpose: null });
  try {
    const named = includeAlerts ? alerts : [];
    const counts = onlyByValue
      ? await eraseFound(eraser, found, isDryRun, named)
      : await eraseAll(eraser, pattern, found, isDryRun, named);
    await finish('success', counts);
    return {
      counts: { alerts: alerts.length, ...counts },
      ...plan,
      alerts,
      scan: onlyByValue
        ? { federal: [], own: [] }
        : await findLong(database, (db) => scanDatabase(db, pattern)),
      is_complete: !onlyByValue,
    };
  } catch (error) {
    await finish('failed', {}).catch(() => undefined);
    throw error;
  }
}

/** Searches of whole tables take as long as the tables are large. */
async function findLong<Found>(database: Database, find: (db: Db) => Promise<Found>): Promise<Found> {
  const client = await database.connect();
  try {
    await allowLongWork(client, 'session');
    return await find(queriesOn(client));
  } finally {
    await client.end();
  }
}

/** The alerts, and the sightings with everything that was derived from them. */
async function eraseFound(
  { database, images }: Eraser,
  found: FoundSightings,
  isDryRun: boolean,
  alerts: FoundAlert[],
): Promise<Record<string, number>> {
  if (!isDryRun) {
    if (alerts.length > 0) await database.run(deleteAlerts, [alerts.map(({ id }) => id)]);
    await eraseSightings(database, found);
    await images.deleteMarked(0);
  }
  return { sightings: found.keys.size, images: found.images.size };
}

async function eraseAll(
  { database, images, mailer }: Eraser,
  pattern: VehiclePattern,
  found: FoundSightings,
  isDryRun: boolean,
  alerts: FoundAlert[],
): Promise<Record<string, number>> {
  // First the alerts: afterward no matcher adds a match for them.
  if (!isDryRun && alerts.length > 0) await database.run(deleteAlerts, [alerts.map(({ id }) => id)]);
  if (!isDryRun) await eraseSightings(database, found);
  const notifications = await eraseNotifications(database, pattern, isDryRun);
  const files = await mailer.erase(pattern.isIn, isDryRun);
  const rest = await eraseRest(database, pattern, isDryRun);
  if (!isDryRun) {
    await images.deleteMarked(0);
    await refreshStatistics(database, pattern);
  }
  return {
    sightings: found.keys.size,
    images: found.images.size,
    ...notifications,
    email_files: files,
    ...rest,
  };
}

function alertsRemain(alerts: FoundAlert[]): AppError {
  const list = alerts.map(
    ({ id, organization_id, email }) => `- alert ${id} of organization ${organization_id}, owner ${email}`,
  );
  return new AppError(
    'invalid',
    [
      'Nothing was erased: these alerts name the vehicle. Inform their owners, then repeat with --include-alerts, which deletes them.',
      ...list,
    ].join('\n'),
  );
}
