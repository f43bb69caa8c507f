/** Reads whole images on all threads and measures the lag of the main thread and the memory. Argument: image count. */
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { OcrPool } from '../../../server/src/adapters/ocr/ocr-pool.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { p99, percentile } from './bench.ts';
import { scenes } from './ocr-scenes.ts';

export type OcrLoad = {
  threads: number;
  lagMs: number;
  maxLagMs: number;
  mbPerThread: number;
};

const TICK_MS = 2;

async function measure(count: number): Promise<OcrLoad> {
  const images = (await scenes(4)).map(({ image }) => image);
  const threads = availableParallelism();
  // A serving process also listens.
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  const pool = new OcrPool({ threads, timeoutMs: 120_000 }, createLog('error'));
  const before = process.memoryUsage.rss();
  let peak = before;
  const read = (n: number) =>
    Promise.all(
      Array.from({ length: n }, (_, i) => pool.read({ picture: images[i % 4] as Buffer, box: null })),
    );
  // Loads the models.
  await read(threads);
  const lags: number[] = [];
  let expected = performance.now() + TICK_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    lags.push(Math.max(0, now - expected));
    expected = now + TICK_MS;
    if (lags.length % 20 === 0) peak = Math.max(peak, process.memoryUsage.rss());
  }, TICK_MS);
  await read(count);
  clearInterval(timer);
  await pool.close();
  server.close();
  const mbPerThread = (peak - before) / threads / 1e6;
  return { threads, lagMs: p99(lags), maxLagMs: percentile(lags, 1), mbPerThread };
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))));
}
