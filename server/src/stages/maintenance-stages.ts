import type { Database } from '../db/database.ts';
import { pruneChanges } from '../domain/alerts/match/feed-store.ts';
import { ensureDays, tendDays } from '../domain/alerts/preview/recent-days.ts';
import type { AuditKeys } from '../domain/audit/audit-keys.ts';
import type { AuditLog } from '../domain/audit/audit-log.ts';
import { expireEntries } from '../domain/audit/expire-entries.ts';
import { MAX_SEALED, sealEntries } from '../domain/audit/seal-entries.ts';
import { deriveFederalFacilities } from '../domain/facilities/federal-shippers.ts';
import { deleteOldKeys } from '../domain/idempotency/idempotency-keys.ts';
import { deleteOldIdentityRows } from '../domain/identity/delete-old-rows.ts';
import { countCameras } from '../domain/images/cameras/count-cameras.ts';
import { prepareImagePartitions } from '../domain/images/retention/image-partitions.ts';
import type { ImageSweeper } from '../domain/images/sweep-images.ts';
import { deleteOldLanes, updateLanes } from '../domain/lanes/update-lanes.ts';
import type { Mailer } from '../domain/notifications/mail/mailer.ts';
import { ensureMonths } from '../domain/observations/ensure-months.ts';
import { retainSightings } from '../domain/privacy/retain-sightings.ts';
import type { WorkCounts } from '../domain/queues/work-counts.ts';
import { deleteOldEvidence } from '../domain/recognition/sighting/vehicle-evidence.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Stage } from './run-stages.ts';

/** Deletes expired data. */
export function housekeeping(database: Database, clock: Clock, images: ImageSweeper, mailer: Mailer): Stage {
  return {
    name: 'housekeeping',
    everyMs: 15 * 60_000,
    // Deleting the images of a large store takes long.
    stuckAfterMs: 2 * 3_600_000,
    async run(signal) {
      await deleteOldIdentityRows(database);
      await deleteOldKeys(database);
      await pruneChanges(database);
      await tendDays(database, clock.now());
      await deleteOldEvidence(database, signal);
      await images.run(signal);
      await mailer.sweep(clock.now());
      return false;
    },
  };
}

/** With private vehicles dropped: their files and those whose plates were hidden are gone a minute later. */
export function deletePrivateFiles(images: ImageSweeper): Stage {
  return {
    name: 'delete-private-files',
    everyMs: 60_000,
    async run(signal) {
      await images.deleteMarked(0, signal);
      return false;
    },
  };
}

/** Looks for blobs without a row. Apart from housekeeping: listing a large store takes hours. */
export function sweepOrphans(images: ImageSweeper): Stage {
  return {
    name: 'sweep-orphans',
    everyMs: 15 * 60_000,
    async run(signal, progress) {
      await images.sweepOrphans(signal, progress);
      return false;
    },
  };
}

const DAY_MS = 86_400_000;

/**
 * Creates the partitions of the coming days and of the next month before an image needs them. On Citus, whoever creates one
 * waits for every writer of the table.
 */
export function preparePartitions(database: Database, clock: Clock): Stage {
  return {
    name: 'prepare-partitions',
    everyMs: 3_600_000,
    async run() {
      const now = clock.now();
      const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
      await ensureMonths(database, [now, nextMonth], now);
      await ensureDays(database, [now, new Date(now.getTime() + DAY_MS)]);
      await prepareImagePartitions(database, now);
      return false;
    },
  };
}

/** Deletes sightings and entries of the audit log after their retention. Apart from housekeeping: a backlog takes hours. */
export function retention(database: Database, clock: Clock, auditDays: number, log: Log): Stage {
  return {
    name: 'retention',
    everyMs: 15 * 60_000,
    async run(signal) {
      const { hasMore, ...deleted } = await retainSightings(database, clock.now(), signal);
      if (deleted.sightings + deleted.matches + deleted.images > 0) {
        log.info(deleted, 'deleted sightings after their retention');
      }
      while (!signal.aborted && (await expireEntries(database, auditDays, clock.now())) !== null);
      return hasMore;
    },
  };
}

/** Stores how many items this process has worked on, for the rates that the operator sees. */
export function countWork(database: Database, clock: Clock, counts: WorkCounts): Stage {
  return {
    name: 'count-work',
    everyMs: 5_000,
    async run() {
      await counts.store(database, clock.now());
      return false;
    },
  };
}

/** Counts the images of each camera. */
export function countCamerasStage(database: Database, clock: Clock): Stage {
  return {
    name: 'count-cameras',
    everyMs: 60_000,
    stuckAfterMs: 30 * 60_000,
    run: (signal) => countCameras(database, clock.now(), { signal, isPaced: true }),
  };
}

/**
 * Seals new entries of the audit log and closes the changes of killed processes. Each head goes to the log: a copy of the
 * log outside this machine shows later whether the end of the audit log was removed.
 */
export function sealAudit(
  database: Database,
  auditLog: AuditLog,
  keys: AuditKeys,
  clock: Clock,
  log: Log,
): Stage {
  return {
    name: 'seal-audit',
    everyMs: 30_000,
    async run() {
      const closed = await auditLog.closeStale();
      if (closed > 0) log.warn({ changes: closed }, 'changes were interrupted, their outcome is not known');
      const head = await sealEntries(database, keys, clock.now());
      if (!head) return false;
      log.info({ audit_head: `${head.seq}:${head.hash}`, entries: head.entries }, 'sealed the audit log');
      return head.entries === MAX_SEALED;
    },
  };
}

/** Brings the lanes up to date with changed observations. A rebuild of all takes minutes. */
export function updateLanesStage(database: Database, clock: Clock): Stage {
  return {
    name: 'update-lanes',
    everyMs: 5_000,
    stuckAfterMs: 2 * 3_600_000,
    run: () => updateLanes(database, clock.now()),
  };
}

/** Deletes the days of lanes that no search finds any more. */
export function deleteOldLanesStage(database: Database, clock: Clock): Stage {
  return {
    name: 'delete-old-lanes',
    everyMs: 12 * 3_600_000,
    stuckAfterMs: 2 * 3_600_000,
    async run() {
      await deleteOldLanes(database, clock.now());
      return false;
    },
  };
}

/** Derives the facilities that federal files name, after each import of these files. A national census takes a minute. */
export function deriveFacilitiesStage(database: Database): Stage {
  return {
    name: 'derive-facilities',
    everyMs: 60_000,
    stuckAfterMs: 2 * 3_600_000,
    async run() {
      await deriveFederalFacilities(database);
      return false;
    },
  };
}
