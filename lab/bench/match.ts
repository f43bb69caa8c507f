import { type ActiveAlert, conditionsOf } from '../../server/src/domain/alerts/match/conditions.ts';
import { Matcher } from '../../server/src/domain/alerts/match/matcher.ts';
import { type SightingFields, sightingView } from '../../server/src/domain/alerts/match/sighting-view.ts';
import { AlertIndex } from '../../server/src/domain/alerts/match-index/alert-index.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import {
  insertAlerts,
  insertSightings,
  organization,
} from '../../server/test/support/alerts/alert-ground.ts';
import { criteriaOf, seeded, sightingOf } from '../../server/test/support/alerts/traffic.ts';
import { absolute, type Bench, median, type Ratio, speedup } from './support/bench.ts';
import { matchLatency, measureIndex, world } from './support/large-index.ts';
import { type Peer, postgres, sift } from './support/match-peers.ts';
import { type BenchDatabase, benchDatabase } from './support/service.ts';

const ALERTS = 100_000;
const PAGE = 10_000;

export const bench: Bench = {
  about:
    'sightings matched against 100,000 alerts with all criteria, including normalization, against sift and PostgreSQL with the same results; 1,000,000 alerts (--quick: 200,000); and from table to table',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    // First, while the memory in use is that of the index.
    const large = many(quick ? 200_000 : 1_000_000, quick ? 5_000 : 20_000);
    const db = await benchDatabase(cleanup);
    const small = await oneHundredThousand(db, quick);
    return [...small, ...large, await endToEnd(db, quick ? 10_000 : 60_000)];
  },
};

type Random = ReturnType<typeof seeded>;

function page(random: Random, from: number, size: number): ActiveAlert[] {
  return Array.from({ length: size }, (_, i) => ({
    id: from + i + 1,
    conditions: conditionsOf(criteriaOf(random, world)),
    from: null,
    to: null,
  }));
}

async function oneHundredThousand(db: BenchDatabase, quick: boolean): Promise<Ratio[]> {
  const random = seeded(11);
  const alerts = page(random, 0, ALERTS);
  const sightings = Array.from({ length: quick ? 4_000 : 20_000 }, () =>
    sightingOf(random, world, new Date()),
  );
  const index = new AlertIndex(ALERTS);
  for (const alert of alerts) index.put(alert);
  index.settle();
  const { p50, p99 } = matchLatency(index, sightings);
  const ratios = [
    absolute('100,000 alerts, p50', p50, 'µs', 15),
    absolute('100,000 alerts, p99', p99, 'µs', 60),
  ];
  const sample = sightings.slice(0, quick ? 3 : 12);
  ratios.push(await against(index, sift(alerts), sample, 5_000));
  ratios.push(await against(index, await postgres(db.database, alerts), sample, 500));
  return ratios;
}

/** Runs both in turn. Ours repeats, because one match is too short to measure. */
async function against(
  index: AlertIndex,
  peer: Peer,
  sightings: SightingFields[],
  goal: number,
): Promise<Ratio> {
  const costs = { ours: [] as number[], peer: [] as number[] };
  const REPEATS = 200;
  await peer.match(sightingView(sightings[0] as SightingFields));
  for (const sighting of sightings) {
    const startedAt = performance.now();
    for (let i = 0; i < REPEATS; i++) index.match(sightingView(sighting));
    const peerStartedAt = performance.now();
    const theirs = await peer.match(sightingView(sighting));
    costs.ours.push(((peerStartedAt - startedAt) / REPEATS) * 1_000);
    costs.peer.push((performance.now() - peerStartedAt) * 1_000);
    const inOrder = (ids: number[]) => JSON.stringify([...ids].sort((a, b) => a - b));
    if (inOrder(theirs) !== inOrder(index.match(sightingView(sighting)))) {
      throw new Error(`The matches of ${peer.name} differ`);
    }
  }
  const medians = { ours: median(costs.ours), peer: median(costs.peer) };
  return speedup(`against ${peer.name}`, medians, 'µs', goal);
}

function many(count: number, sightings: number): Ratio[] {
  const { p50, p99, buildSeconds, megabytes } = measureIndex(count, sightings);
  const name = `${count.toLocaleString('en')} alerts`;
  return [
    absolute(`${name}, p50`, p50, 'µs', 50),
    absolute(`${name}, p99`, p99, 'µs', null),
    absolute(`${name}, build`, buildSeconds, 's', 3),
    absolute(`${name}, memory`, megabytes, 'MB', 300),
  ];
}

/** Sightings per second of one worker, from the sightings table to the matches table. */
async function endToEnd({ database }: BenchDatabase, count: number): Promise<Ratio> {
  const random = seeded(13);
  const organizationId = await organization(database);
  for (let from = 0; from < ALERTS; from += PAGE) {
    const criteria = Array.from({ length: PAGE }, () => criteriaOf(random, world));
    await insertAlerts(database, organizationId, criteria);
  }
  const time = () => new Date(Date.now() - random(86_400_000));
  const sightings = Array.from({ length: count }, () => sightingOf(random, world, time()));
  const matcher = new Matcher({ database, clock: systemClock, wake: () => undefined });
  // Loads the index.
  await matcher.round();
  await insertSightings(database, organizationId, sightings);
  await database.pool.query('analyze observations, unmatched_sightings');
  const startedAt = performance.now();
  const { pairs } = await matcher.drain();
  const perSecond = count / ((performance.now() - startedAt) / 1_000);
  const { rows } = await database.pool.query('select count(*)::int as n from alert_matches');
  if (rows[0].n !== pairs) throw new Error(`Reported ${pairs} matches, wrote ${rows[0].n}`);
  return absolute('end to end, 100,000 alerts', perSecond, 'sightings/s', 5_000, 'higher');
}
