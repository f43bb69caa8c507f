/** Runs in a worker thread: models are loaded once, then pictures come one at a time. */
import { parentPort } from 'node:worker_threads';
import type { Box, PictureReading } from '../../../domain/recognition/recognizer.ts';
import { AppError, type ErrorKind, messageOf } from '../../../lib/errors.ts';
import { openOcrEngine } from '../engine/image-reader.ts';

export type ThreadRequest = { id: number; picture: Uint8Array; box: Box | null };
export type ThreadAnswer =
  | { id: number; reading: PictureReading }
  | { id: number; error: { kind: ErrorKind; message: string; detail: string } };

const opening = openOcrEngine();
// Asked for with the first picture; a failure to load belongs to that picture's answer.
opening.catch(() => undefined);

parentPort?.on('message', async ({ id, picture, box }: ThreadRequest) => {
  parentPort?.postMessage(await answer(id, picture, box));
});

async function answer(id: number, picture: Uint8Array, box: Box | null): Promise<ThreadAnswer> {
  try {
    const read = await opening;
    return { id, reading: await read(picture, box) };
  } catch (error) {
    // Only what is plain text crosses over: errors of native code may not be cloned.
    const isOurs = error instanceof AppError;
    const kind = isOurs ? error.kind : 'unavailable';
    const message = isOurs ? error.message : 'The picture could not be read just now.';
    return { id, error: { kind, message, detail: isOurs ? String(error.detail ?? '') : messageOf(error) } };
  }
}
