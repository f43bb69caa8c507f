/** Matches until it is killed. Arguments: database URL, size of a batch. Says "idle" whenever nothing waits. */
import { openPool } from '../../../src/db/database.ts';
import { Matcher } from '../../../src/domain/alerts/match/matcher.ts';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { createLog } from '../../../src/lib/log.ts';

const [connectionString = '', batch = '100'] = process.argv.slice(2);
const database = openPool({ connectionString }, 2, createLog('silent'));
const matcher = new Matcher({ database, clock: systemClock, wake: () => undefined, batch: Number(batch) });
for (;;) {
  const { sightings } = await matcher.round();
  process.send?.(sightings);
  if (sightings === 0) await sleep(20);
}
