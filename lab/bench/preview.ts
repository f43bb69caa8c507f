import { sightingView } from '../../server/src/domain/alerts/match/sighting-view.ts';
import { PREVIEW_LIMITS, previewAlert } from '../../server/src/domain/alerts/preview/preview-alert.ts';
import { ensureDays, tendDays } from '../../server/src/domain/alerts/preview/recent-days.ts';
import { insertRecent } from '../../server/src/domain/alerts/preview/recent-store.ts';
import { criteriaOf, seeded, sightingOf } from '../../server/test/support/alerts/traffic.ts';
import { absolute, atFullSize, type Bench, p99, percentile } from './support/bench.ts';
import { world } from './support/large-index.ts';
import { type BenchDatabase, benchDatabase } from './support/service.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const BATCH = 5_000;
const FULL_SIZE = 10_000_000;

export const bench: Bench = {
  about:
    'alert previews over 10 million sightings of 30 days (--quick: 300,000; --sizes), with the usual mix of criteria, one at a time; past days have their index, the current day has none',
  async run({ quick, sizes }) {
    await using cleanup = new AsyncDisposableStack();
    const db = await benchDatabase(cleanup);
    const [size = quick ? 300_000 : FULL_SIZE] = sizes ?? [];
    const now = new Date();
    await fill(db, size, now);
    const random = seeded(21);
    const times: number[] = [];
    let exact = 0;
    const previews = quick ? 100 : 300;
    for (let n = 0; n < previews; n++) {
      const criteria = criteriaOf(random, world);
      const startedAt = performance.now();
      const { is_exact, count } = await previewAlert(db.database, criteria, now);
      times.push(performance.now() - startedAt);
      if (is_exact || count >= PREVIEW_LIMITS.most) exact++;
    }
    const name = `${size.toLocaleString('en')} sightings`;
    const ratios = [
      absolute(`${name}, p50`, percentile(times, 0.5), 'ms', null),
      absolute(`${name}, p99`, p99(times), 'ms', 1_000),
      absolute(
        `${name}, exact up to ${PREVIEW_LIMITS.most.toLocaleString('en')}`,
        exact / previews,
        'of previews',
        1,
        'higher',
      ),
    ];
    return size < FULL_SIZE ? ratios.map(atFullSize) : ratios;
  },
};

/**
 * The sightings of the current day are written as the matcher writes them, and copied to the other days: a truck that is seen
 * today was seen at the same time on each of these days.
 */
async function fill({ database }: BenchDatabase, size: number, now: Date): Promise<void> {
  const random = seeded(20);
  const perDay = Math.floor(size / DAYS);
  const dayBefore = (day: number) => new Date(now.getTime() - day * DAY_MS);
  await ensureDays(
    database,
    Array.from({ length: DAYS + 1 }, (_, day) => dayBefore(day)),
  );
  for (let written = 0; written < perDay; written += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, perDay - written) }, (_, i) => {
      const time_captured = new Date(now.getTime() - random(DAY_MS));
      const fields = sightingOf(random, world, time_captured);
      const key = { id: written + i + 1, usdot_number: fields.usdot_number, time_captured };
      return { key, view: sightingView(fields) };
    });
    await insertRecent(database, rows);
  }
  await database.pool.query('create table day_sightings as select * from recent_sightings');
  for (let day = 1; day < DAYS; day++)
    await database.pool.query(
      `insert into recent_sightings (time_captured, id, bucket, usdot_number, keys, trailer, deep)
       select time_captured - $1 * interval '24 hours', id + $1 * $2::bigint * 1024, bucket, usdot_number, keys, trailer, deep
       from day_sightings order by time_captured, id`,
      [day, perDay],
    );
  await tendDays(database, now);
  await database.pool.query('analyze recent_sightings');
}
