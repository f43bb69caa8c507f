import { type CarrierProfile, SECTION_NAMES } from '../../server/src/contract/profile.ts';
import type { Db } from '../../server/src/db/database.ts';
import { sections } from '../../server/src/domain/carriers/profile/profile-service.ts';
import { readProfile } from '../../server/src/domain/carriers/profile/read-profile.ts';
import { isKnown } from '../../server/src/domain/carriers/records/census.ts';
import { readInspected } from '../../server/src/domain/carriers/records/inspected.ts';
import { readLoadedFiles } from '../../server/src/domain/carriers/records/loaded-files.ts';
import { readViolations } from '../../server/src/domain/carriers/records/violations.ts';
import { latestScores } from '../../server/src/domain/safety/read-scores.ts';
import { once } from '../../server/src/lib/async/once.ts';
import { busyCarriers, loadCountry } from '../country/load-country.ts';
import { type Bench, median, overhead, p99, type Ratio, speedup } from './support/bench.ts';
import { type BenchService, benchService, temporaryFolder } from './support/service.ts';

const DEADLINE_MS = 400;
const LOCKED_TABLE = 'motus_process_agents';
const WARM_UP = 40;

export const bench: Bench = {
  about:
    'carrier profiles of a synthetic country of 20,000 carriers (--quick: 400): all sections concurrently against one after the other and one section blocked',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const size = quick ? { carriers: 400, rounds: 60 } : { carriers: 20_000, rounds: 1_000 };
    const service = await benchService(cleanup, { PROFILE_DEADLINE_MS: String(DEADLINE_MS) });
    await loadCountry(service.database, await temporaryFolder(cleanup), size.carriers);
    const carriers = await busyCarriers(service.database, size.rounds);
    return [...(await concurrentSections(service, carriers)), await blockedSection(service, carriers)];
  },
};

const query = (usdotNumber: number) => ({
  usdotNumber,
  vin: '1XKYDP9X3GJ473982',
  asOf: null,
  withheld: new Set<never>(),
});

/** Runs both in turn for each carrier. The peer awaits the same queries one after the other. */
async function concurrentSections(
  { services, database }: BenchService,
  carriers: number[],
): Promise<Ratio[]> {
  const times = { ours: [] as number[], peer: [] as number[], slowestSection: [] as number[] };
  const today = services.clock.now().toISOString().slice(0, 10);
  const pool = database.openSecondPool(2, `-c plan_cache_mode=force_generic_plan`);
  const db = sequential(pool);
  const requestOf = (usdotNumber: number) => ({
    ...query(usdotNumber),
    db,
    today,
    scores: once(() => latestScores(db, usdotNumber, { today })),
    violations: once(() => readViolations(db, usdotNumber, null)),
    inspected: once(() => readInspected(db, usdotNumber, null)),
    loadedFiles: once(() => readLoadedFiles(db)),
    reportUnknown: () => undefined,
    archivedCensus: async () => new Map(),
  });
  for (const usdotNumber of [...carriers.slice(0, WARM_UP), ...carriers]) {
    const startedAt = performance.now();
    const profile = await readProfile(services.profile, query(usdotNumber));
    times.ours.push(performance.now() - startedAt);
    const peerStartedAt = performance.now();
    const result: Record<string, unknown> = {};
    await isKnown(db, usdotNumber);
    const request = requestOf(usdotNumber);
    for (const name of SECTION_NAMES) result[name] = await sections[name](request);
    times.peer.push(performance.now() - peerStartedAt);
    checkEqual(profile, result);
    // Each section alone, with the reads that it shares with others in a profile.
    let slowest = 0;
    for (const name of SECTION_NAMES) {
      const sectionStartedAt = performance.now();
      await sections[name](requestOf(usdotNumber));
      slowest = Math.max(slowest, performance.now() - sectionStartedAt);
    }
    times.slowestSection.push(slowest);
  }
  await pool.close();
  const [ours, peer, slowest] = [times.ours, times.peer, times.slowestSection].map((list) =>
    list.slice(WARM_UP),
  ) as [number[], number[], number[]];
  const medians = { ours: median(ours), peer: median(peer) };
  const tails = { ours: p99(ours), peer: p99(slowest) };
  return [
    speedup('all sections concurrently, against one after the other', medians, 'ms', 1.8),
    overhead('p99 of the profile, against p99 of its slowest section', tails, 'ms', 1.3),
  ];
}

/** Runs each query after the previous one, like plain awaits. */
function sequential(db: Db): Db {
  let last: Promise<unknown> = Promise.resolve();
  const afterLast = <T>(run: () => Promise<T>): Promise<T> => {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    rows: (what, values) => afterLast(() => db.rows(what, values)),
    row: (what, values) => afterLast(() => db.row(what, values)),
    run: (what, values) => afterLast(() => db.run(what, values)),
  };
}

function checkEqual(profile: CarrierProfile, expected: Record<string, unknown>): void {
  for (const name of SECTION_NAMES) {
    if (profile.errors?.[name]?.type === 'TimeoutError') continue;
    if (JSON.stringify(profile[name]) !== JSON.stringify(expected[name]))
      throw new Error(`Section ${name} differs`);
  }
}

/** The maximum time of a profile while one section waits for a lock. */
async function blockedSection({ services, database }: BenchService, carriers: number[]): Promise<Ratio> {
  const blocker = await database.connect();
  const times: number[] = [];
  try {
    await blocker.query(`begin; lock table ${LOCKED_TABLE} in access exclusive mode`);
    for (const usdotNumber of carriers.slice(0, 10)) {
      const startedAt = performance.now();
      const { errors } = await readProfile(services.profile, query(usdotNumber));
      times.push(performance.now() - startedAt);
      if (errors?.insurance?.type !== 'TimeoutError') throw new Error('The section was not blocked');
    }
  } finally {
    await blocker.query('rollback');
    await blocker.end();
  }
  const slowest = Math.max(...times);
  const result = { ours: slowest, peer: DEADLINE_MS, value: slowest - DEADLINE_MS };
  return { ...overhead('one section blocked: time past its deadline', result, 'ms', 50), unit: 'ms' };
}
