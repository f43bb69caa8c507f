import type { Database } from '../../db/database.ts';
import type { KeyedGate } from '../../lib/async/keyed-gate.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Tracing } from '../../lib/telemetry/tracing.ts';
import type { Notify } from '../notifications/firing.ts';

/** Dependencies of the alert functions. */
export type AlertService = {
  db: Database;
  clock: Clock;
  /** Stores the notifications of a firing. */
  notify: Notify;
  /** Limits concurrent previews by organization: each can use a connection for most of a second. */
  previews: KeyedGate<number>;
  tracing: Tracing;
  log: Log;
  /** ALERT_MAX_AGE_HOURS. */
  maxAgeHours: number;
};
