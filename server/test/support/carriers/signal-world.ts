import type { Database } from '../../../src/db/database.ts';
import { signals } from '../../../src/domain/carriers/signals/read-signals.ts';
import type { Finding } from '../../../src/domain/carriers/signals/signal.ts';
import type { SignalName } from '../../../src/domain/carriers/signals/signal-rules.ts';
import { allDatasets } from '../../../src/domain/federal/datasets/all-datasets.ts';
import { ensureMonths, monthsBetween } from '../../../src/domain/observations/ensure-months.ts';
import { testDatabase } from '../database.ts';
import { insertRow } from '../db/insert-row.ts';

export const TODAY = '2026-11-10';
export type Values = Record<string, unknown>;
export type LoadedDays = Record<string, string>;

/** Every dataset as loaded the day before; the legacy files as they were frozen. */
export const everyFile = (): Map<string, string> =>
  new Map(allDatasets.map(({ name, frozenOn }) => [name, frozenOn ?? '2026-11-09']));

/** Records loads of all datasets that have none, so that no signal lacks a file. */
export async function recordLoads(db: Database, days: LoadedDays = {}): Promise<void> {
  for (const [dataset, day] of [...everyFile(), ...Object.entries(days)])
    await db.pool.query(
      `insert into federal_loads (dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
         rows_repeated, rows_blank, cells_unread, is_current, seconds)
       select $1, 'file.csv', 1, '', $2, 1, 1, 0, 0, 0, 0, true, 1
       where not exists (select from federal_loads where dataset = $1 and is_current)`,
      [dataset, day],
    );
}

/** Fleets of ten trucks that were inspected once a year, in one state each. */
export async function recordInspectedFleets(
  db: Database,
  options: { fleets?: number; inspected?: number; states?: number; since?: string } = {},
): Promise<void> {
  const { fleets = 20, states = 20, since = '2023-11-01' } = options;
  const { inspected = fleets } = options;
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name, status_code, carrier_operation, classdef, power_units, add_date, mcs150_date)
     select 6900000 + n, 'FLEET ' || n, 'A', 'A', 'AUTHORIZED FOR HIRE', 10, '2010-01-01', '2026-01-01'
     from generate_series(1, $1::int) n`,
    [fleets],
  );
  await db.pool.query(
    `insert into legacy_carriers (usdot_number, docket_prefix, docket_number, common_status, property)
     select 6900000 + n, 'MC', 6900000 + n, 'A', true from generate_series(1, $1::int) n`,
    [fleets],
  );
  await db.pool.query(
    `insert into inspections (inspection_id, usdot_number, insp_date, report_state)
     select 900000 + n * 10 + year, 6900000 + n, $3::date + year * 365, 'S' || n % $2::int
     from generate_series(1, $1::int) n, generate_series(0, 3) year`,
    [inspected, states, since],
  );
}

/** A database without carriers, and the signals of the carriers that a test adds. */
export async function signalWorld() {
  const db = await testDatabase();
  await ensureMonths(db, monthsBetween(new Date('2026-01-01'), new Date(TODAY)));
  let last = 6_000_000;
  const insert = (table: string, values: Values) => insertRow(db, table, values);
  await recordLoads(db);
  const judge = (name: SignalName, usdotNumber: number) =>
    signals[name]({ db, usdotNumber, since: '2025-11-10', today: TODAY, loaded: everyFile() });
  const find = async (name: SignalName, usdotNumber: number): Promise<Finding | null> => {
    const found = await judge(name, usdotNumber);
    return found === null || 'reason' in found ? null : found;
  };
  return {
    db,
    insert,
    /** Adds a carrier to the census. */
    async register(census: Values): Promise<number> {
      const usdot_number = ++last;
      await insert('company_census', { usdot_number, legal_name: `CARRIER ${usdot_number} LLC`, ...census });
      return usdot_number;
    },
    find,
    /** Why the signal was not judged. */
    async reason(name: SignalName, usdotNumber: number): Promise<string | undefined> {
      const found = await judge(name, usdotNumber);
      return found !== null && 'reason' in found ? found.reason : undefined;
    },
  };
}
