/** The entry of an OCR process: it loads the models once, then reads one image at a time. */
import { writeFile } from 'node:fs/promises';
import type { Box, PictureReading } from '../../../domain/recognition/recognizer.ts';
import { AppError, type ErrorKind, messageOf } from '../../../lib/errors.ts';
import { openOcrEngine } from '../engine/ocr-engine.ts';

export type ChildRequest = { image: Uint8Array; box: Box | null };
export type ChildResponse = { residentMb: number } & (
  | { reading: PictureReading }
  | { error: { kind: ErrorKind; message: string; detail: string } }
);

const die = () => process.kill(process.pid, 'SIGKILL');

// A parent that dies, however it dies, closes the channel.
process.on('disconnect', die);
// A terminal or a service manager signals the whole group; the parent decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// If the machine runs out of memory, Linux should kill this process rather than the server or the database.
await writeFile('/proc/self/oom_score_adj', '500').catch(() => undefined);

const read = await openOcrEngine(process.argv[2] ?? null);
process.on('message', async ({ image, box }: ChildRequest) => {
  process.send?.(await respond(image, box));
});
if (!process.connected) die();
process.send?.('ready');

async function respond(image: Uint8Array, box: Box | null): Promise<ChildResponse> {
  const outcome = await read(image, box).then((reading) => ({ reading }), failure);
  return { ...outcome, residentMb: process.memoryUsage.rss() / 1_048_576 };
}

/** As plain strings, because errors of native code may not be serializable. */
function failure(error: unknown) {
  const known = error instanceof AppError ? error : null;
  const { kind, message } =
    known ?? ({ kind: 'unavailable', message: 'The image could not be read.' } as const);
  return { error: { kind, message, detail: String(known ? (known.detail ?? '') : messageOf(error)) } };
}
