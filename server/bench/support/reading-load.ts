/** Runs as a separate process: reads whole images and measures the delay of its event loop and the memory of the OCR processes. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { OcrPool } from '../../src/adapters/ocr/pool/ocr-pool.ts';
import { createLog } from '../../src/lib/log.ts';
import { scenes } from './reading-scenes.ts';

export type ReadingLoad = {
  threads: number;
  pictures: number;
  lagMs: number;
  worstLagMs: number;
  mbPerThread: number;
};

const TICK_MS = 2;

async function measure(count: number): Promise<ReadingLoad> {
  const pictures = (await scenes(4)).map(({ picture }) => picture);
  const threads = availableParallelism();
  // What a serving process does besides: it listens.
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  const pool = new OcrPool({ processes: threads, timeoutMs: 120_000, memoryMb: 1_536 }, createLog('error'));
  // Models are loaded once in a process's life; what counts is what comes after.
  const read = (n: number) =>
    Promise.all(
      Array.from({ length: n }, (_, i) => pool.read({ picture: pictures[i % 4] as Buffer, box: null })),
    );
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
  const peaks = pool.pids.map(peakMb);
  await pool.close();
  server.close();
  lags.sort((a, b) => a - b);
  const lagMs = lags[Math.floor(lags.length * 0.99)] ?? 0;
  return {
    threads,
    pictures: count,
    lagMs,
    worstLagMs: lags.at(-1) ?? 0,
    mbPerThread: Math.max(...peaks),
  };
}

function peakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) * 1_024) / 1e6;
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))));
}
