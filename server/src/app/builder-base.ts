import { publicOnly, publicOrLoopback } from '../adapters/outbound/address-policy.ts';
import { allowing } from '../adapters/outbound/allow-list.ts';
import { createOutbound } from '../adapters/outbound/create-outbound.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import type { Rings } from '../domain/secrets/registry.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Outbound } from '../lib/outbound.ts';
import type { Telemetry } from '../lib/telemetry/telemetry.ts';

/** What the builders of all services use. */
export type Base = {
  settings: Settings;
  db: Database;
  clock: Clock;
  log: Log;
  telemetry: Telemetry;
  secrets: Rings;
  /** For requests to URLs from customers. */
  outbound: Outbound;
};

/** Requests to loopback addresses are allowed in local mode only. Only image downloads have an allow list. */
export function openOutbound({ mode }: Settings, allowList: readonly string[] = []): Outbound {
  const usual = mode === 'local' ? publicOrLoopback : publicOnly;
  return createOutbound({ allows: allowing(usual, allowList), userAgent: 'Milepost' });
}
