import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { conditionsOf } from '../../server/src/domain/alerts/match/conditions.ts';
import { Matcher } from '../../server/src/domain/alerts/match/matcher.ts';
import type { ActiveAlert } from '../../server/src/domain/alerts/match/matches-plainly.ts';
import { type SightingFields, sightingView } from '../../server/src/domain/alerts/match/sighting-view.ts';
import { AlertIndex } from '../../server/src/domain/alerts/match-index/alert-index.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import {
  insertAlerts,
  insertSightings,
  organization,
} from '../../server/test/support/alerts/alert-ground.ts';
import { criteriaOf, seeded, sightingOf, type World } from '../../server/test/support/alerts/traffic.ts';
import { type Bench, median, type Ratio } from './support/bench.ts';
import { type BenchDatabase, benchDatabase } from './support/bench-database.ts';
import { handWrittenLoop, jsonRulesEngine, type Peer, postgres, sift } from './support/match-peers.ts';

const world: World = { carriers: 500_000, trucks: 500_000 };
const ALERTS = 100_000;
const PAGE = 10_000;

export const bench: Bench = {
  about:
    'sightings against 100,000 alerts (each anew into comparable form, all criteria), the same answers from a loop, sift, json-rules-engine and PostgreSQL; 1,000,000 alerts (--quick: 200,000); and from table to table',
  async run({ quick }) {
    // First, while the process is fresh: what it takes of memory then is the index.
    const large = many(quick ? 200_000 : 1_000_000, quick ? 5_000 : 20_000);
    const db = await benchDatabase();
    try {
      const small = await oneHundredThousand(db, quick);
      return [...small, ...large, await endToEnd(db, quick ? 10_000 : 60_000)];
    } finally {
      await db.stop();
    }
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
  const { p50, p99 } = latency(index, sightings);
  const rounds = quick ? 3 : 12;
  const ratios = [single('100,000 alerts, p50', p50, 15, 'µs'), single('100,000 alerts, p99', p99, 60, 'µs')];
  const peers: [(() => Peer) | (() => Promise<Peer>), number | null, number][] = [
    [() => handWrittenLoop(alerts), null, rounds],
    [() => sift(alerts), 5_000, rounds],
    [() => postgres(db.database, alerts), 500, rounds],
    [() => jsonRulesEngine(alerts), null, quick ? 1 : 3],
  ];
  for (const [make, goal, count] of peers) {
    ratios.push(await against(index, await make(), sightings.slice(0, count), goal));
  }
  return ratios;
}

/** Every sighting twice: the first time warms up. */
function latency(index: AlertIndex, sightings: SightingFields[]): { p50: number; p99: number } {
  const times = new Float64Array(sightings.length);
  for (let pass = 0; pass < 2; pass++) {
    for (const [i, sighting] of sightings.entries()) {
      const begun = performance.now();
      index.match(sightingView(sighting));
      times[i] = (performance.now() - begun) * 1_000;
    }
  }
  times.sort();
  return { p50: times[times.length >> 1] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

/** In turns, so that a noisy machine disturbs both alike. Ours repeats: one match is too short for the clock. */
async function against(
  index: AlertIndex,
  peer: Peer,
  sightings: SightingFields[],
  goal: number | null,
): Promise<Ratio> {
  const costs = { ours: [] as number[], peer: [] as number[] };
  const REPEATS = 200;
  if (sightings.length > 1) await peer.match(sightingView(sightings[0] as SightingFields));
  for (const sighting of sightings) {
    const begun = performance.now();
    for (let i = 0; i < REPEATS; i++) index.match(sightingView(sighting));
    const between = performance.now();
    const theirs = await peer.match(sightingView(sighting));
    costs.ours.push(((between - begun) / REPEATS) * 1_000);
    costs.peer.push((performance.now() - between) * 1_000);
    const inOrder = (ids: number[]) => JSON.stringify([...ids].sort((a, b) => a - b));
    if (inOrder(theirs) !== inOrder(index.match(sightingView(sighting)))) {
      throw new Error(`${peer.name} answers otherwise`);
    }
  }
  const [ours, other] = [median(costs.ours), median(costs.peer)];
  return {
    name: `against ${peer.name}`,
    ours,
    peer: other,
    measuredIn: 'µs',
    value: other / ours,
    goal,
    unit: 'times',
    better: 'higher',
  };
}

/** Built page by page, as a worker loads them; making the sample data is not counted. */
function many(count: number, sightings: number): Ratio[] {
  const random = seeded(12);
  const before = heldBytes();
  const index = new AlertIndex(count);
  let buildMs = 0;
  for (let from = 0; from < count; from += PAGE) {
    const criteria = Array.from({ length: PAGE }, () => criteriaOf(random, world));
    const begun = performance.now();
    for (const [i, one] of criteria.entries()) {
      index.put({ id: from + i + 1, conditions: conditionsOf(one), from: null, to: null });
    }
    buildMs += performance.now() - begun;
  }
  const begun = performance.now();
  index.settle();
  buildMs += performance.now() - begun;
  const megabytes = (heldBytes() - before) / 1e6;
  const sample = Array.from({ length: sightings }, () => sightingOf(random, world, new Date()));
  const { p50, p99 } = latency(index, sample);
  const name = `${count.toLocaleString('en')} alerts`;
  return [
    single(`${name}, p50`, p50, 50, 'µs'),
    single(`${name}, p99`, p99, null, 'µs'),
    single(`${name}, build`, buildMs / 1_000, 3, 's'),
    single(`${name}, memory`, megabytes, 300, 'MB'),
  ];
}

/** What is in use once the garbage of making samples is gone; tables count in full, also where nothing was written. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Sightings in their table until their pairs are in theirs, by one worker. */
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
  // The index is loaded before the first sighting comes.
  await matcher.round();
  await insertSightings(database, organizationId, sightings);
  await database.pool.query('analyze observations, unmatched_sightings');
  const begun = performance.now();
  const { pairs } = await matcher.drain();
  const perSecond = count / ((performance.now() - begun) / 1_000);
  const { rows } = await database.pool.query('select count(*)::int as n from alert_matches');
  if (rows[0].n !== pairs) throw new Error(`${pairs} pairs told, ${rows[0].n} written`);
  return { ...single('end to end, 100,000 alerts', perSecond, 5_000, 'sightings/s'), better: 'higher' };
}

function single(name: string, value: number, goal: number | null, unit: string): Ratio {
  return { name, ours: value, peer: null, measuredIn: unit, value, goal, unit, better: 'lower' };
}
