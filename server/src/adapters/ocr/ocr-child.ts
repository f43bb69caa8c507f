/** The entry of an OCR process: it loads the models once, then reads one image at a time. */
import type { Box } from '../../domain/recognition/recognizer.ts';
import { serveRequests } from '../child-pool/serve-requests.ts';
import { openOcrEngine } from './engine/ocr-engine.ts';

export type OcrRequest = { image: Uint8Array; box: Box | null };

await serveRequests(async () => {
  const read = await openOcrEngine(process.argv[2] ?? null);
  return ({ image, box }: OcrRequest) => read(image, box);
});
