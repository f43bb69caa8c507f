import type { Database } from '../db/database.ts';
import { pruneChanges } from '../domain/alerts/match/feed-store.ts';
import { tendDays } from '../domain/alerts/preview/recent-days.ts';
import { deleteOldIdentityRows } from '../domain/identity/delete-old-rows.ts';
import type { ImageSweeper } from '../domain/images/sweep-images.ts';
import type { Mailer } from '../domain/notifications/mail/mailer.ts';
import { deleteOldEvidence } from '../domain/recognition/sighting/vehicle-evidence.ts';
import type { Clock } from '../lib/clock.ts';
import type { Stage } from './run-stages.ts';

/** Deletes expired data. */
export function housekeeping(database: Database, clock: Clock, images: ImageSweeper, mailer: Mailer): Stage {
  return {
    name: 'housekeeping',
    everyMs: 15 * 60_000,
    // Listing and deleting the images of a large store takes long.
    stuckAfterMs: 2 * 3_600_000,
    async run(signal) {
      await deleteOldIdentityRows(database);
      await pruneChanges(database);
      await tendDays(database, clock.now());
      await deleteOldEvidence(database);
      await images.run(signal);
      await mailer.sweep(clock.now());
      return false;
    },
  };
}
