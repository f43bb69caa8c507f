import type { Database } from '../../db/database.ts';
import type { Gate } from '../../lib/async/gate.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Notify } from '../notifications/firing.ts';
import type { ReadDeliveries } from './list-matches.ts';

/** What the capability is built from. */
export type AlertService = {
  db: Database;
  clock: Clock;
  /** Writes what a firing sends. */
  notify: Notify;
  readDeliveries: ReadDeliveries;
  /** A preview may keep a connection busy for most of a second. */
  previews: Gate;
};
