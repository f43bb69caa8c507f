import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleImage } from '../../../../server/test/support/images/sample-images.ts';
import { freePort, startServing } from '../../../../server/test/support/serve-process.ts';
import { sleep } from '../bench.ts';
import { startChild } from '../child.ts';
import { partnerHeaders } from '../partner.ts';
import { startWorking } from '../pipeline/start-working.ts';
import { processorSecondsOfFamily } from '../processes.ts';
import { temporaryFolder } from '../service.ts';
import type { BenchCluster } from './start-cluster.ts';

const FIRST_CARRIER = 3_700_000;
const CARRIERS = 2_000;
const CAMERAS = 310;
const READS_AT_ONCE = 8;

/** `post(0)` posts those again that were refused. Returns how many were accepted. */
export type ImagePoster = { post(images: number): Promise<number> };

/** One serve, one work and the stand-ins of the pipeline benchmark on this database. */
export async function startImages(
  cleanup: AsyncDisposableStack,
  { database, url }: BenchCluster,
): Promise<ImagePoster> {
  const folder = await temporaryFolder(cleanup);
  await writeFile(join(folder, 'base.jpg'), await sampleImage('jpeg', { width: 270, height: 180 }));
  await database.pool.query(
    `insert into company_census (usdot_number, legal_name, phy_city, phy_state)
     select ${FIRST_CARRIER} + n, 'HIGH PLAINS FREIGHT LLC', 'AMARILLO', 'TX' from generate_series(0, ${2 * CARRIERS}) n
     on conflict do nothing`,
  );
  const images = await startChild<number>(cleanup, 'image-server.ts', join(folder, 'base.jpg'));
  const reading = [FIRST_CARRIER, CARRIERS, 50].map(String);
  const recognizer = await startChild<number>(cleanup, 'pipeline/recognizer.ts', ...reading);
  const env = {
    ...{ DATABASE_URL: url, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', LOG_LEVEL: 'info' },
    ...{ RECOGNIZER_URL: local(recognizer.ready), RECOGNITION_THREADS: String(READS_AT_ONCE) },
  };
  const serving = await startServing({ ...env, PORT: String(await freePort()) });
  cleanup.defer(async () => void (await serving.stop()));
  const headers = JSON.stringify(await partnerHeaders({ database, url }, serving.origin));
  const target = [serving.origin, local(images.ready), String(CAMERAS), headers, 'again'];
  const load = await startChild<string>(cleanup, 'pipeline/load.ts', ...target);
  startWorking(cleanup, env);
  return { post: async (count) => (await load.ask<number[]>(count)).length };
}

const local = (port: number) => `http://127.0.0.1:${port}`;

/** Rows that wait for recognition or matching; failed images do not wait. */
export async function waiting({ database }: BenchCluster): Promise<number> {
  const { rows } = await database.pool.query(
    `select (select count(*) from image_queue where died_at is null) + (select count(*) from unmatched_sightings) as n`,
  );
  return Number(rows[0].n);
}

/** Asks once a second: on a cluster, each count reads all shards, and the nodes' processor time is measured meanwhile. */
export async function caughtUp(cluster: BenchCluster, mostSeconds: number): Promise<void> {
  for (let tries = 0; (await waiting(cluster)) > 0 && tries < mostSeconds; tries++) await sleep(1_000);
}

const CALM_MS = 2_000;
const CALM_SHARE = 0.1;

/** Waits until the nodes are nearly idle: a new database counts the hours of its cameras first. */
export async function calm({ nodes }: BenchCluster): Promise<void> {
  const spent = () => nodes.reduce((sum, node) => sum + processorSecondsOfFamily(node.pid()), 0);
  for (let tries = 0; tries < 60; tries++) {
    const before = spent();
    await sleep(CALM_MS);
    if ((spent() - before) * 1_000 < CALM_MS * CALM_SHARE) return;
  }
}

/** Processor time of each node for one image, in milliseconds. */
export async function costOfImages(
  cluster: BenchCluster,
  poster: ImagePoster,
  images: number,
): Promise<{ perNode: Map<string, number>; seconds: number }> {
  const spent = () => cluster.nodes.map((node) => processorSecondsOfFamily(node.pid()));
  const before = spent();
  const startedAt = performance.now();
  await poster.post(images);
  await caughtUp(cluster, 300);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = spent();
  const perNode = new Map(
    cluster.nodes.map(({ name }, i) => [name, (((after[i] ?? 0) - (before[i] ?? 0)) / images) * 1_000]),
  );
  return { perNode, seconds };
}
