/** The entry of an OCR process: it loads the models once, then reads one image at a time. */
import type { ReadRequest } from '../../domain/recognition/recognizer.ts';
import { serveRequests } from '../child-pool/serve-requests.ts';
import { openOcrEngine } from './engine/ocr-engine.ts';

export type OcrRequest = Omit<ReadRequest, 'signal'>;

await serveRequests(async () => {
  const read = await openOcrEngine(process.argv[2] ?? null);
  return ({ image, box, row }: OcrRequest) => read(image, box, row);
});
