import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { conditionsOf } from '../../../server/src/domain/alerts/match/conditions.ts';
import { type SightingFields, sightingView } from '../../../server/src/domain/alerts/match/sighting-view.ts';
import { AlertIndex } from '../../../server/src/domain/alerts/match-index/alert-index.ts';
import { criteriaOf, seeded, sightingOf, type World } from '../../../server/test/support/alerts/traffic.ts';
import { percentile } from './bench.ts';

export const world: World = { carriers: 500_000, trucks: 500_000 };
const PAGE = 10_000;

/** Builds the index page by page, as a worker loads it. Generating the alerts is not measured. */
export function measureIndex(count: number, sightings: number) {
  const random = seeded(12);
  const before = heldBytes();
  const index = new AlertIndex(count);
  let buildMs = 0;
  for (let from = 0; from < count; from += PAGE) {
    const criteria = Array.from({ length: Math.min(PAGE, count - from) }, () => criteriaOf(random, world));
    const startedAt = performance.now();
    for (const [i, one] of criteria.entries()) {
      index.put({ id: from + i + 1, conditions: conditionsOf(one), from: null, to: null });
    }
    buildMs += performance.now() - startedAt;
  }
  const startedAt = performance.now();
  index.settle();
  buildMs += performance.now() - startedAt;
  const megabytes = (heldBytes() - before) / 1e6;
  const sample = Array.from({ length: sightings }, () => sightingOf(random, world, new Date()));
  return { ...matchLatency(index, sample), buildSeconds: buildMs / 1_000, megabytes };
}

/** In microseconds. The first pass warms up. */
export function matchLatency(index: AlertIndex, sightings: SightingFields[]): { p50: number; p99: number } {
  const times = new Array<number>(sightings.length);
  for (let pass = 0; pass < 2; pass++) {
    for (const [i, sighting] of sightings.entries()) {
      const startedAt = performance.now();
      index.match(sightingView(sighting));
      times[i] = (performance.now() - startedAt) * 1_000;
    }
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Memory in use after garbage collection, including array buffers at their full size. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
