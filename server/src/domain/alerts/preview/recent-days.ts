import { LOCKS } from '../../../db/advisory-locks.ts';
import type { Database, Db } from '../../../db/database.ts';
import { statement } from '../../../db/database.ts';
import { allowLongWork } from '../../../db/long-work.ts';

const DAY_MS = 86_400_000;
export const RECENT_DAYS = 30;

/** Days whose partition is known to exist. */
const known = new WeakMap<Database['pool'], Set<string>>();

export const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const tableOf = (day: string) => `recent_sightings_${day.replaceAll('-', '_')}`;
const nextDay = (day: string) => dayOf(new Date(Date.parse(day) + DAY_MS));

/** Whether previews search sightings of this time. */
export function isRecent(time: Date, now: Date): boolean {
  return time.getTime() > now.getTime() - RECENT_DAYS * DAY_MS && time.getTime() < now.getTime() + 2 * DAY_MS;
}

/** Creates the partitions of these times in a short transaction of its own. */
export async function ensureDays(database: Database, times: Date[]): Promise<void> {
  const seen = known.get(database.pool) ?? new Set<string>();
  known.set(database.pool, seen);
  const missing = new Set(times.map(dayOf).filter((day) => !seen.has(day)));
  if (missing.size === 0) return;
  await database.transaction(async (tx) => {
    await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.recentDays]);
    for (const day of [...missing].sort()) {
      const table = tableOf(day);
      const { rows } = await tx.client.query('select to_regclass($1) is null as missing', [table]);
      if (!rows[0].missing) continue;
      // Created first and then attached, which blocks neither readers nor writers.
      await tx.client.query(`create table ${table} (like recent_sightings including all)`);
      await tx.client.query(
        `alter table recent_sightings attach partition ${table}
           for values from ('${day} 00:00Z') to ('${nextDay(day)} 00:00Z')`,
      );
    }
  });
  for (const day of missing) seen.add(day);
}

const partitions = statement(
  'alerts.recent.partitions',
  `select c.relname as name,
          exists (select from pg_index i join pg_class x on x.oid = i.indexrelid
                   where i.indrelid = c.oid and x.relname = c.relname || '_search' and i.indisvalid) as sealed
     from pg_inherits h join pg_class c on c.oid = h.inhrelid
    where h.inhparent = 'recent_sightings'::regclass`,
);

export type RecentDay = { day: string; table: string; sealed: boolean };

export async function listDays(db: Db): Promise<RecentDay[]> {
  const rows = await db.rows<{ name: string; sealed: boolean }>(partitions);
  return rows
    .map(({ name, sealed }) => ({ day: name.slice(-10).replaceAll('_', '-'), table: name, sealed }))
    .sort((a, b) => (a.day < b.day ? 1 : -1));
}

/** A day is indexed two hours after its end. Later sightings update the index row by row. */
const SETTLED_MS = DAY_MS + 2 * 3_600_000;

/** Drops old days and builds the index of past days. One process at a time. */
export async function tendDays(database: Database, now: Date): Promise<void> {
  const client = await database.connect();
  try {
    await allowLongWork(client, 'session');
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCKS.sealRecentDay]);
    if (!rows[0].mine) return;
    for (const { day, table, sealed } of await listDays(database)) {
      const begun = Date.parse(day);
      if (begun < now.getTime() - (RECENT_DAYS + 2) * DAY_MS) {
        await client.query(`alter table recent_sightings detach partition ${table} concurrently`);
        await client.query(`drop table ${table}`);
      } else if (!sealed && begun < now.getTime() - SETTLED_MS) {
        // An index that a stopped process left unfinished.
        await client.query(`drop index if exists ${table}_search`);
        await client.query(`set maintenance_work_mem = '256MB'`);
        await client.query(
          `create index concurrently ${table}_search on ${table} using gin
             (keys, trailer gin_trgm_ops, deep gin_trgm_ops) with (fastupdate = off)`,
        );
        await client.query(`analyze ${table}`);
      }
    }
  } finally {
    await client.end();
  }
}
