import type { Database, Db } from '../../db/database.ts';
import type { Reader } from '../../db/reader.ts';
import type { Sealing } from '../../lib/bytes/sealing.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ProfileService } from '../carriers/profile/profile-service.ts';
import type { NotificationService } from '../notifications/notification-service.ts';
import type { TimeStamps } from '../signing/time-stamps.ts';

export type VettingService = {
  db: Database;
  /** For federal records and sightings; what the organization stored is read from `db`. */
  reader: Reader;
  profile: ProfileService;
  /** Tells the organization that a carrier objected. */
  notifications: NotificationService;
  clock: Clock;
  /** Seals the private key that signs vetting files. */
  sealing: Sealing;
  /** Null if the operator has configured no authority. */
  timeStamps: TimeStamps | null;
};

/** Reads also what a transaction has changed. */
export type Evaluating = Omit<VettingService, 'db'> & { db: Db };

/** The organization that asks. `isLicensed`: it may see carrier observations. */
export type Asking = { organizationId: number; isLicensed: boolean };
