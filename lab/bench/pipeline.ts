import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildServices } from '../../server/src/app/build-services.ts';
import { readEnv } from '../../server/src/config/env.ts';
import { decideSettings } from '../../server/src/config/settings.ts';
import { NO_CRITERIA } from '../../server/src/contract/criteria.ts';
import { fireAlert } from '../../server/src/domain/alerts/fire/fire-alert.ts';
import { waitingAlerts } from '../../server/src/domain/alerts/fire/fire-store.ts';
import { createWebhook } from '../../server/src/domain/notifications/manage-webhooks.ts';
import { insertAlerts, organization } from '../../server/test/support/alerts/alert-ground.ts';
import { criteriaOf, seeded } from '../../server/test/support/alerts/traffic.ts';
import { silent } from '../../server/test/support/cluster.ts';
import { sampleImage } from '../../server/test/support/images/sample-images.ts';
import { freePort, startServing } from '../../server/test/support/serve-process.ts';
import { absolute, type Bench, median, p99, percentile, type Ratio, sleep } from './support/bench.ts';
import { startChild } from './support/child.ts';
import { world } from './support/large-index.ts';
import { partnerHeaders } from './support/partner.ts';
import { isQueue, tableOf } from './support/pipeline/relations.ts';
import { startWorking } from './support/pipeline/start-working.ts';
import { type PipelineProcesses, PipelineWatch } from './support/pipeline/watch.ts';
import { type BenchDatabase, benchDatabase, temporaryFolder } from './support/service.ts';
import { startReceiver } from './support/webhooks.ts';

const ALERTS = 100_000;
const IMAGES_PER_MATCH = 50;
const CAMERAS = 310;
/** Above the numbers of the alerts in traffic.ts, so that only the alerts below match. */
const FIRST_CARRIER = 3_700_000;
const CARRIERS = 10_000;
const CARRIERS_WITH_ALERT = 10_000;
const READS_AT_ONCE = 8;
/** No more images are posted while this many wait for recognition: the slowest stage sets the pace. */
const MOST_WAITING = 400;
const POSTED_AT_ONCE = 100;
const FIRE_EVERY_MS = 2_000;
const SAMPLES = 12;
const WARM_UP = 1_000;

export const bench: Bench = {
  about: `the whole pipeline at full load for 60 s (--seconds): POST /image, store, recognize (readings from a stand-in at RECOGNIZER_URL), record, match against 100,000 alerts (1 match in ${IMAGES_PER_MATCH} images), fire, deliver; images of 30 KB, one serve and one work process, and all stand-ins on the same machine`,
  run: ({ quick, seconds }) => runPipeline(seconds ?? (quick ? 20 : 60)),
};

async function runPipeline(seconds: number): Promise<Ratio[]> {
  await using cleanup = new AsyncDisposableStack();
  const pipeline = await startPipeline(cleanup);
  const { load, watch } = pipeline;
  await load.ask(WARM_UP);
  await watch.caughtUp();
  await pipeline.settle();
  const stopFiring = keepFiring(pipeline.alerts);
  cleanup.defer(stopFiring);
  await watch.start();
  const latencies: number[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  for (let sampleAt = 0; performance.now() < endsAt; ) {
    if ((await watch.waiting()) < MOST_WAITING) latencies.push(...(await load.ask<number[]>(POSTED_AT_ONCE)));
    else await sleep(50);
    if (performance.now() < sampleAt) continue;
    await watch.sample();
    sampleAt = performance.now() + (seconds * 1_000) / SAMPLES;
  }
  await watch.caughtUp();
  const figures = await watch.finish();
  await stopFiring();
  const delivered = await pipeline.delivered(figures.matches);
  console.log(watch.table());
  const perImage = (name: string, spent: number, goal: number | null) =>
    absolute(`${name}: processor time`, (spent / figures.images) * 1_000, 'ms/image', goal);
  const spent = Object.entries(figures.processorSeconds);
  const product = spent.filter(([name]) => !name.startsWith('stand-ins'));
  const rate = absolute(
    'accepted, recorded and matched',
    figures.images / figures.seconds,
    'images/s',
    250,
    'higher',
  );
  const sumOf = (of: (table: string) => boolean) =>
    figures.grown.filter(({ name }) => of(tableOf(name))).reduce((sum, { bytes }) => sum + bytes, 0);
  const [, ...rates] = figures.rates.map(([, imagesPerSecond]) => imagesPerSecond);
  return [
    { ...rate, course: figures.rates },
    absolute('slowest interval against the median', Math.min(...rates) / median(rates), 'x', null, 'higher'),
    absolute('accept, p50', percentile(latencies, 0.5), 'ms', null),
    absolute('accept, p99', p99(latencies), 'ms', null),
    ...spent.map(([name, seconds]) => perImage(name, seconds, name === 'PostgreSQL' ? 2.8 : null)),
    perImage(
      'the product with PostgreSQL',
      product.reduce((sum, [, seconds]) => sum + seconds, 0),
      7.6,
    ),
    absolute('images per match', figures.images / figures.matches, 'images', null),
    absolute('deliveries received', delivered / figures.matches, 'of matches', 1, 'higher'),
    absolute('memory of serve and work, second half against first', figures.memoryGrowth, 'x', 1.1),
    absolute('connections, most', figures.connections, 'connections', null),
    absolute('dead rows, second half against first', figures.deadGrowth, 'x', 1.5),
    absolute(
      'all tables with indexes, without the queues and recent_sightings',
      sumOf((table) => !isQueue(table) && table !== 'recent_sightings'),
      'bytes/image',
      2_200,
    ),
    absolute('queues', sumOf(isQueue), 'bytes/image', null),
    ...figures.grown.map(({ name, bytes }) => absolute(name, bytes, 'bytes/image', null)),
  ];
}

async function startPipeline(cleanup: AsyncDisposableStack) {
  const folder = await temporaryFolder(cleanup);
  const db = await benchDatabase(cleanup);
  await writeFile(join(folder, 'base.jpg'), await sampleImage('jpeg', { width: 270, height: 180 }));
  const images = await startChild<number>(cleanup, 'image-server.ts', join(folder, 'base.jpg'));
  const reading = [FIRST_CARRIER, CARRIERS, IMAGES_PER_MATCH].map(String);
  const recognizer = await startChild<number>(cleanup, 'pipeline/recognizer.ts', ...reading);
  const { urls, received } = await startReceiver(cleanup, 1, 0);
  const env = {
    ...{ DATABASE_URL: db.url, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', LOG_LEVEL: 'info' },
    ...{ RECOGNIZER_URL: local(recognizer.ready), RECOGNITION_THREADS: String(READS_AT_ONCE) },
  };
  const serving = await startServing({ ...env, PORT: String(await freePort()) });
  cleanup.defer(async () => void (await serving.stop()));
  const { services, close } = await buildServices({
    settings: decideSettings(readEnv(env)),
    db: db.database,
    log: silent,
  });
  cleanup.defer(close);
  const organizationId = await organization(db.database);
  await createWebhook(services.notifications, organizationId, { webhook_url: urls[0] ?? '' });
  await fill(db, organizationId);
  const headers = JSON.stringify(await partnerHeaders(db, serving.origin));
  const target = [serving.origin, local(images.ready), String(CAMERAS), headers];
  const load = await startChild<string>(cleanup, 'pipeline/load.ts', ...target);
  const work = [startWorking(cleanup, env)];
  const standIns = [images.pid, recognizer.pid, load.pid, process.pid];
  const processes: PipelineProcesses = { serve: [serving.pid], work, 'stand-ins': standIns };
  const watch = await PipelineWatch.open(db.database, processes);
  /** Waits until every match was delivered, for at most a minute. */
  const delivered = async (matches: number) => {
    let count = 0;
    for (let tries = 0; count < matches && tries < 60; tries++) {
      count += (await received()).count;
      if (count < matches) await sleep(1_000);
    }
    return count;
  };
  /** Without statistics, the statements would keep the plans of empty tables until the next automatic analyze. */
  const settle = async () => {
    await db.database.pool.query('delete from alert_matches');
    await db.database.pool.query('vacuum analyze');
  };
  return { load, watch, delivered, settle, alerts: services.alerts };
}

const local = (port: number) => `http://127.0.0.1:${port}`;

/** The carriers, the alerts that match one image in IMAGES_PER_MATCH, and the usual mix of alerts, which match none. */
async function fill({ database }: BenchDatabase, organizationId: number): Promise<void> {
  await database.pool.query(
    `insert into company_census (usdot_number, legal_name, phy_city, phy_state)
     select ${FIRST_CARRIER} + n, 'HIGH PLAINS FREIGHT LLC', 'AMARILLO', 'TX'
     from generate_series(0, ${CARRIERS + CARRIERS_WITH_ALERT - 1}) n`,
  );
  const random = seeded(5);
  const watched = Array.from({ length: CARRIERS_WITH_ALERT }, (_, n) => ({
    ...NO_CRITERIA,
    usdot_number: String(FIRST_CARRIER + CARRIERS + n),
  }));
  const others = Array.from({ length: ALERTS - watched.length }, () => criteriaOf(random, world));
  const all = [...watched, ...others];
  for (let from = 0; from < all.length; from += 10_000)
    await insertAlerts(database, organizationId, all.slice(from, from + 10_000));
  await database.pool.query(`update alerts set notification_channels = '{webhook}'`);
  await database.pool.query('vacuum analyze');
}

/** Fires alerts as soon as they have matches. A worker does so every quarter of an hour, which is too rare here. */
function keepFiring(alerts: Parameters<typeof fireAlert>[0]): () => Promise<void> {
  let isStopping = false;
  const loop = async () => {
    for (let isLast = false; !isLast; ) {
      isLast = isStopping;
      const waiting = await waitingAlerts(alerts.db, 0, 1_000);
      for (const { id } of waiting.alerts) await fireAlert(alerts, id, new Date(), 'request');
      if (!isStopping) await sleep(FIRE_EVERY_MS);
    }
  };
  const running = loop();
  return () => {
    isStopping = true;
    return running;
  };
}
