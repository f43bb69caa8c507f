/** The entry of an OCR process: it loads the models once, then reads one image at a time. */
import type { Box, ImageReading } from '../../../domain/recognition/recognizer.ts';
import { openOcrEngine } from '../engine/ocr-engine.ts';
import { type ChildFailure, serveRequests } from './serve-requests.ts';

export type ChildRequest = { image: Uint8Array; box: Box | null };
export type ChildResponse<Reading = ImageReading> = { residentMb: number } & (
  | { reading: Reading }
  | ChildFailure
);

await serveRequests(async () => {
  const read = await openOcrEngine(process.argv[2] ?? null);
  return ({ image, box }: ChildRequest) => read(image, box);
});
