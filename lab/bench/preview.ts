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
    'alert previews over 10 million sightings of 30 days (--quick: 300,000; --sizes), with the usual mix of criteria, one at a time; days that are over have their index, the current day has none',
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

/** Written as the matcher writes them, one day after the other. */
async function fill({ database }: BenchDatabase, size: number, now: Date): Promise<void> {
  const random = seeded(20);
  let id = 0;
  for (let day = DAYS - 1; day >= 0; day--) {
    const until = now.getTime() - day * DAY_MS;
    await ensureDays(database, [new Date(until - DAY_MS), new Date(until)]);
    for (let left = Math.floor(size / DAYS); left > 0; left -= BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, left) }, () => {
        const time_captured = new Date(until - random(DAY_MS));
        const fields = sightingOf(random, world, time_captured);
        const key = { id: ++id, usdot_number: fields.usdot_number, time_captured };
        return { key, view: sightingView(fields) };
      });
      await insertRecent(database, rows);
    }
  }
  await tendDays(database, now);
  await database.pool.query('analyze recent_sightings');
}
