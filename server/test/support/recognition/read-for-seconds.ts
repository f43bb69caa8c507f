/** Reads an image every 5 seconds for some seconds, in this process and in an OCR process. */
import { setTimeout as pause } from 'node:timers/promises';
import { openOcrEngine } from '../../../src/adapters/ocr/engine/ocr-engine.ts';
import { OcrPool } from '../../../src/adapters/ocr/ocr-pool.ts';
import { createLog } from '../../../src/lib/log.ts';
import { lettered } from './lettered.ts';

const image = await lettered(['USDOT 1234567']);
const engine = await openOcrEngine();
const pool = new OcrPool({ processes: 1, timeoutMs: 60_000, memoryMb: 1_536 }, createLog('warn'));
const endMs = Date.now() + Number(process.argv[2]) * 1_000;
do {
  const readings = await Promise.all([engine(image, null), pool.read({ image, box: null })]);
  for (const { lines } of readings) process.stdout.write(`${lines[0]?.text}\n`);
  await pause(Math.min(5_000, Math.max(endMs - Date.now(), 0)));
} while (Date.now() < endMs);
await pool.close();
