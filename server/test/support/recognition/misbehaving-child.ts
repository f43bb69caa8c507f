/** Replaces the OCR process: the first byte of the image selects the behavior. */
import type { OcrRequest } from '../../../src/adapters/ocr/ocr-child.ts';

export const [EXIT, HANG, ABORT, WAIT, ALLOCATE, READ] = [1, 2, 3, 4, 5, 9];

const allocated: Buffer[] = [];

process.on('disconnect', () => process.exit());
process.on('message', ({ image }: OcrRequest) => {
  const [behavior, argument = 0] = image;
  if (behavior === EXIT) process.exit(3);
  if (behavior === HANG) for (;;);
  if (behavior === ABORT) process.abort();
  if (behavior === ALLOCATE) setInterval(() => allocated.push(Buffer.alloc(20_000_000, 1)), 20);
  if (behavior !== WAIT && behavior !== READ) return;
  const residentMb = process.memoryUsage.rss() / 1_048_576;
  const result = { width: process.pid, height: 1, isWhole: true, lines: [] };
  setTimeout(() => process.send?.({ result, residentMb }), behavior === WAIT ? argument * 10 : 0);
});
process.send?.('ready');
