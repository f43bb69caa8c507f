import { buildServices } from '../../server/src/app/build-services.ts';
import { readEnv } from '../../server/src/config/env.ts';
import { decideSettings } from '../../server/src/config/settings.ts';
import { vinObservations } from '../../server/src/domain/carriers/observations/carrier-observations.ts';
import { readSignals } from '../../server/src/domain/carriers/signals/read-signals.ts';
import { importFiles } from '../../server/src/domain/federal/import/import-files.ts';
import type { Services } from '../../server/src/http/services.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { silent } from '../../server/test/support/cluster.ts';
import { generateCountry } from '../country/generate-country.ts';
import { absolute, type Bench, median, overhead, type Ratio } from './support/bench.ts';
import { coordinatorCrashes, OUTAGE_RATE, workerAway } from './support/citus/crash-nodes.ts';
import { findCitus } from './support/citus/find-citus.ts';
import { calm, costOfImages, startImages } from './support/citus/post-images.ts';
import { type BenchCluster, startCluster } from './support/citus/start-cluster.ts';
import { AS_OF } from './support/embedded.ts';
import { temporaryFolder } from './support/service.ts';

const WORKERS = 2;
const CALLERS = 4;

type Size = { carriers: number; images: number; calls: number; outageSeconds: number; crashes: number };
const FULL: Size = { carriers: 200, images: 600, calls: 6, outageSeconds: 90, crashes: 5 };
const QUICK: Size = { carriers: 60, images: 200, calls: 2, outageSeconds: 20, crashes: 3 };

export const bench: Bench = {
  about: `a Citus coordinator with ${WORKERS} workers against plain PostgreSQL of the same programs, all on this machine: processor time of each node per image (readings from a stand-in at RECOGNIZER_URL), signals and look-ups by VIN with ${CALLERS} callers, a worker that is away for ${FULL.outageSeconds} s at ${OUTAGE_RATE} images a second, and ${FULL.crashes} crashes of the coordinator at that rate. Needs a PostgreSQL with Citus: the pg_config of PG_CONFIG, of PATH or of a Debian package`,
  async run({ quick }) {
    const bin = findCitus();
    if (bin === null) {
      console.log('No PostgreSQL with Citus was found; docs/scaling.md has the steps. Nothing was measured.');
      return [];
    }
    const size = quick ? QUICK : FULL;
    const plain = await measure(bin, 0, size);
    const citus = await measure(bin, WORKERS, size);
    const sum = (cost: Map<string, number>) => [...cost.values()].reduce((total, one) => total + one, 0);
    const pair = (of: (one: Measured) => number) => ({ ours: of(citus), peer: of(plain) });
    return [
      overhead(
        'PostgreSQL, all nodes: processor time',
        pair(({ cost }) => sum(cost)),
        'ms/image',
        null,
      ),
      absolute('all nodes', sum(citus.cost), 'ms/image', 6),
      ...[...citus.cost].map(([node, ms]) =>
        absolute(node, ms, 'ms/image', node === 'coordinator' ? 0.5 : null),
      ),
      overhead(
        'time until all images are matched',
        pair(({ seconds }) => seconds),
        's',
        null,
      ),
      overhead(
        `signals of a carrier, ${CALLERS} callers`,
        pair(({ signals }) => signals.ms),
        'ms',
        2,
      ),
      absolute('signals that took too long', citus.signals.late, 'of all', 0),
      overhead(
        `look-up by VIN, ${CALLERS} callers`,
        pair(({ vin }) => vin),
        'ms',
        null,
      ),
      ...(citus.outage ?? []),
    ];
  },
};

type Measured = {
  cost: Map<string, number>;
  seconds: number;
  signals: { ms: number; late: number };
  vin: number;
  outage: Ratio[] | null;
};

async function measure(bin: string, workers: number, size: Size): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const cluster = await startCluster(cleanup, bin, workers);
  await loadCountry(cleanup, cluster, size.carriers);
  const dataDir = await temporaryFolder(cleanup);
  const settings = decideSettings(readEnv({ DATA_DIR: dataDir, DATABASE_URL: cluster.url }));
  const { services, close } = await buildServices({ settings, db: cluster.database, log: silent });
  cleanup.defer(close);
  const signals = await callSignals(services, cluster, size.calls);
  const vin = await lookUpVins(services, cluster, size.calls);
  const poster = await startImages(cleanup, cluster);
  // The first images create partitions and prepare statements.
  await costOfImages(cluster, poster, 50);
  await cluster.database.pool.query('vacuum analyze');
  await calm(cluster);
  const { perNode: cost, seconds } = await costOfImages(cluster, poster, size.images);
  const outage =
    workers > 0
      ? [
          ...(await workerAway(cluster, poster, size.outageSeconds)),
          ...(await coordinatorCrashes(cluster, poster, size.crashes)),
        ]
      : null;
  console.log(workers > 0 ? 'Citus' : 'plain', { cost, seconds, signals, vin });
  for (const { name, value, unit } of outage ?? []) console.log(name, value, unit);
  return { cost, seconds, signals, vin, outage };
}

async function loadCountry(cleanup: AsyncDisposableStack, { database }: BenchCluster, carriers: number) {
  const folder = await temporaryFolder(cleanup);
  await generateCountry({ carriers, seed: 1, folder, asOf: AS_OF });
  const events = { onRefused: (name: string, reason: string) => console.error(name, reason) };
  await importFiles(database, [folder], { dataDir: folder, force: true, clock: systemClock, events });
  await database.pool.query('vacuum analyze');
}

/** The median time of a call while CALLERS run at a time, after one round that prepares the statements. */
async function timeOf(calls: number, call: (nth: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const caller = async (nth: number) => {
    for (let i = 0; i <= calls; i++) {
      const startedAt = performance.now();
      await call(nth + i * CALLERS);
      if (i > 0) times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, nth) => caller(nth)));
  return median(times);
}

async function callSignals({ profile }: Services, { database }: BenchCluster, calls: number) {
  const { rows } = await database.pool.query<{ usdot_number: number }>(
    'select usdot_number from observations where usdot_number <> 0 group by 1 order by count(*) desc limit 50',
  );
  let [late, all] = [0, 0];
  const ms = await timeOf(calls, async (nth) => {
    const { errors } = await readSignals(profile, rows[nth % rows.length]?.usdot_number ?? 0, AS_OF);
    late += Object.keys(errors ?? {}).length > 0 ? 1 : 0;
    all++;
  });
  return { ms, late: late / all };
}

async function lookUpVins({ observations }: Services, { database }: BenchCluster, calls: number) {
  const { rows } = await database.pool.query<{ vin: string }>(
    `select vin from observations where vin <> '' group by 1 order by 1 limit 200`,
  );
  // An organization may make two calls at a time.
  return timeOf(calls, (nth) =>
    vinObservations(observations, {
      organizationId: 1 + (nth % CALLERS),
      vins: [rows[nth % rows.length]?.vin ?? ''],
      page: 1,
      pageSize: 10,
      withQuality: true,
    }),
  );
}
