/** Reads whole images in all OCR processes and measures the lag of the main thread and the memory. Argument: image count. */
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { OcrPool } from '../../../server/src/adapters/ocr/ocr-pool.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { p99 } from './bench.ts';
import { scenes } from './ocr-scenes.ts';
import { memoryBytes } from './processes.ts';

export type OcrLoad = {
  threads: number;
  lagMs: number;
  mbPerThread: number;
};

const TICK_MS = 2;

async function measure(count: number): Promise<OcrLoad> {
  const images = (await scenes(4)).map(({ image }) => image);
  const threads = availableParallelism();
  // A serving process also listens.
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  const pool = new OcrPool({ processes: threads, timeoutMs: 120_000, memoryMb: 1_536 }, createLog('error'));
  const read = (n: number) =>
    Promise.all(
      Array.from({ length: n }, (_, i) => pool.read({ image: images[i % 4] as Buffer, box: null })),
    );
  // Loads the models.
  await read(threads);
  const lags: number[] = [];
  let expected = performance.now() + TICK_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    lags.push(Math.max(0, now - expected));
    expected = now + TICK_MS;
  }, TICK_MS);
  await read(count);
  clearInterval(timer);
  const peaks = pool.pids.map((pid) => memoryBytes(pid, 'VmHWM') / 1e6);
  await pool.close();
  server.close();
  return { threads, lagMs: p99(lags), mbPerThread: Math.max(...peaks) };
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))));
}
