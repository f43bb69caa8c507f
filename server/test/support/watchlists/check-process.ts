/**
 * Compares watched carriers until it is killed. Arguments: database URL, size of a batch. It has only what the kinds `rating` and
 * `contact` need, so that it starts soon.
 */
import { openPool } from '../../../src/db/database.ts';
import { CarrierChecks } from '../../../src/domain/watchlists/check/check-carriers.ts';
import { takeNews } from '../../../src/domain/watchlists/check/due-carriers.ts';
import type { WatchlistService } from '../../../src/domain/watchlists/watchlist-service.ts';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { createLog } from '../../../src/lib/log.ts';

const [connectionString = '', batch = '20'] = process.argv.slice(2);
const db = openPool({ connectionString }, 3, createLog('silent'));
const parts = { db, clock: systemClock, notifications: { wake: () => undefined } };
const checks = new CarrierChecks(parts as unknown as WatchlistService, Number(batch));
process.send?.('ready');
for (;;) {
  await takeNews(db);
  const { claimed } = await checks.round();
  if (claimed === 0) await sleep(20);
}
