import { signals } from '../../../src/domain/carriers/signals/read-signals.ts';
import type { SignalName } from '../../../src/domain/carriers/signals/signal-rules.ts';
import { ensureMonths, monthsBetween } from '../../../src/domain/observations/ensure-months.ts';
import { testDatabase } from '../database.ts';
import { insertRow } from '../db/insert-row.ts';

const TODAY = '2026-11-10';
export type Values = Record<string, unknown>;

/** A database without carriers, and the signals of the carriers that a test adds. */
export async function signalWorld() {
  const db = await testDatabase();
  await ensureMonths(db, monthsBetween(new Date('2026-01-01'), new Date(TODAY)));
  let last = 6_000_000;
  const insert = (table: string, values: Values) => insertRow(db, table, values);
  return {
    db,
    insert,
    /** Adds a carrier to the census. */
    async register(census: Values): Promise<number> {
      const usdot_number = ++last;
      await insert('company_census', { usdot_number, legal_name: `CARRIER ${usdot_number} LLC`, ...census });
      return usdot_number;
    },
    find: (name: SignalName, usdotNumber: number) =>
      signals[name]({ db, usdotNumber, since: '2025-11-10', today: TODAY }),
  };
}
