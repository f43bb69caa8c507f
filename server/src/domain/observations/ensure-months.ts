import { LOCKS } from '../../db/advisory-locks.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';

/** Older observations share one partition. */
export const FIRST_YEAR = 2010;
const MAX_LEAD_MS = 62 * 86_400_000;

/** Months that exist, per pool; partitions are never dropped while a process runs. */
const existing = new WeakMap<Database['pool'], Set<string>>();

/**
 * Creates the monthly partitions for these times. It uses its own short transaction: attaching a table blocks neither
 * readers nor writers, but two attachments wait for each other.
 */
export async function ensureMonths(
  database: Database,
  times: Iterable<Date>,
  now = new Date(),
): Promise<void> {
  const seen = existing.get(database.pool) ?? new Set<string>();
  existing.set(database.pool, seen);
  const missing = new Set<string>();
  for (const time of times) {
    if (!(time.getTime() <= now.getTime() + MAX_LEAD_MS)) {
      throw new AppError('invalid', `The capture time ${showTime(time)} is in the future.`);
    }
    const month = time.toISOString().slice(0, 7);
    if (time.getUTCFullYear() >= FIRST_YEAR && !seen.has(month)) missing.add(month);
  }
  if (missing.size === 0) return;
  await database.transaction(async (tx) => {
    await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.ensureMonths]);
    for (const month of [...missing].sort()) {
      const table = monthTable(month);
      if (await isMonthTable(tx, table)) continue;
      await tx.client.query(`create table ${table} (like observations including all)`);
      await tx.client.query(
        `alter table observations attach partition ${table}
           for values from ('${month}-01Z') to ('${nextMonth(month)}-01Z')`,
      );
    }
  });
  for (const month of missing) seen.add(month);
}

/** The first day of every month from `first` to `last`, inclusive. */
export function monthsBetween(first: Date, last: Date): Date[] {
  const months: Date[] = [];
  const start = first.getUTCFullYear() < FIRST_YEAR ? `${FIRST_YEAR}-01-01` : first.toISOString().slice(0, 7);
  for (
    let at = new Date(start);
    at <= last;
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
  ) {
    months.push(at);
  }
  return months;
}

/** Reads the catalog: `to_regclass` may return what this session saw before another process created the table. */
export async function isMonthTable({ client }: Transaction, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_class where relname = $1 and pg_table_is_visible(oid)',
    [table],
  );
  return rowCount === 1;
}

/** The partition of a month, for example `2025-03`. */
export function monthTable(month: string): string {
  return `observations_${month.replace('-', '_')}`;
}

export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7);
}

function showTime(time: Date): string {
  return Number.isNaN(time.getTime()) ? '(invalid)' : time.toISOString();
}
