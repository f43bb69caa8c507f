/** Starts an OCR process, prints its id, and stays alive. */
import { OcrPool } from '../../../src/adapters/ocr/ocr-pool.ts';
import { createLog } from '../../../src/lib/log.ts';
import { lettered } from './lettered.ts';

const pool = new OcrPool({ processes: 1, timeoutMs: 60_000, memoryMb: 1_536 }, createLog('silent'));
await pool.read({ image: await lettered(['USDOT 1234567']), box: null });
process.stdout.write(`${pool.pids[0]}\n`);
setInterval(() => undefined, 1_000);
