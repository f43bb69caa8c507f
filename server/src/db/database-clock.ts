import type { Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type Db, statement } from './database.ts';

const READ_EVERY_MS = 30_000;
const MAX_SKEW_MS = 5_000;

const readTime = statement(
  'clock.read',
  'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
);

/**
 * The clock of the database server, which all processes share. With the clocks of their machines, a process whose clock is
 * wrong would fire alerts early, delete images too soon and issue tokens that others call expired. Between two readings the
 * time follows the monotonic timer of this process, so that a change of the machine's clock has no effect.
 */
export async function openDatabaseClock(db: Db, log: Log): Promise<{ clock: Clock; closeClock(): void }> {
  /** The time of the database when `performance.now()` was 0. */
  let origin = Number.NaN;
  let isWarned = false;

  const read = async () => {
    const before = performance.now();
    const row = await db.row<{ now: number }>(readTime);
    const after = performance.now();
    if (row === null) return;
    // The database read its clock somewhere between the two moments. A time within them is no better than the present one.
    const [earliest, latest] = [row.now - after, row.now - before];
    if (!(origin >= earliest && origin <= latest)) origin = (earliest + latest) / 2;
    const skewMs = Date.now() - (origin + performance.now());
    const isSkewed = Math.abs(skewMs) > MAX_SKEW_MS;
    if (isSkewed && !isWarned)
      log.warn(
        { skew_seconds: Math.round(skewMs / 1_000) },
        'the clock of this machine differs from the clock of the database, which is used instead',
      );
    isWarned = isSkewed;
  };

  await read();
  const timer = setInterval(
    () => void read().catch((error) => log.debug({ error: messageOf(error) }, 'the clock was not read')),
    READ_EVERY_MS,
  ).unref();
  return {
    clock: { now: () => new Date(origin + performance.now()) },
    closeClock: () => clearInterval(timer),
  };
}
