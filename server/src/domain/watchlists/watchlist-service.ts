import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ProfileService } from '../carriers/profile/profile-service.ts';
import type { NotificationService } from '../notifications/notification-service.ts';

export type WatchlistService = {
  /** Facts are read here, not from a replica: a change that was noted is there. */
  db: Database;
  profile: ProfileService;
  notifications: NotificationService;
  clock: Clock;
};

export const dayOf = (now: Date) => now.toISOString().slice(0, 10);
