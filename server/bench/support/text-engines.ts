import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PaddleOcrService } from 'ppu-paddle-ocr';
import { createWorker } from 'tesseract.js';
import type { OcrEngine } from '../../src/adapters/ocr/engine/ocr-engine.ts';
import { type Alphabet, firstAlphabet, secondAlphabet } from '../../src/adapters/ocr/models/ctc.ts';
import { modelFiles } from '../../src/adapters/ocr/models/models.ts';

/** Texts of a picture, and a way to let go of the engine. */
export type Engine = { texts(picture: Buffer): Promise<string[]>; close(): Promise<unknown> };

export function ourEngine(read: OcrEngine): Engine {
  return {
    texts: async (picture) => (await read(picture, null)).lines.map(({ text }) => text),
    close: async () => undefined,
  };
}

/** Whose recogniser: the English one, which is what its users would take for trucks, or the one that we read with first. */
export type PpuWeights = 'english' | 'ours';

/**
 * The weights come out of the same packages as ours, because those it asks for by itself are downloaded at its first
 * start. One thread, as ours, and its own defaults for everything else.
 */
export async function ppuPaddleOcr(weights: PpuWeights): Promise<Engine> {
  const isEnglish = weights === 'english';
  const service = new PaddleOcrService({
    model: {
      detection: modelFiles.detector(),
      recognition: isEnglish ? modelFiles.secondReader() : modelFiles.reader(),
      charactersDictionary: dictionary(isEnglish ? secondAlphabet() : firstAlphabet(modelFiles.readerKeys())),
    },
    session: { executionProviders: ['cpu'], intraOpNumThreads: 1, interOpNumThreads: 1 },
  });
  await service.initialize();
  return {
    async texts(picture) {
      const bytes = new Uint8Array(picture).buffer;
      const { results } = await service.recognize(bytes, { flatten: true, noCache: true });
      return results.map(({ text }) => text);
    },
    close: () => service.destroy(),
  };
}

/** One character a line, those we do not read as a mark that no truck carries. */
function dictionary({ classes, allowed }: Alphabet): ArrayBuffer {
  const lines = Array<string>(classes - 1).fill('\u25a1');
  for (const { index, character } of allowed) lines[index - 1] = character;
  return new Uint8Array(Buffer.from(lines.join('\n'))).buffer;
}

/** Its language data comes out of npm and is unpacked into a folder that goes away again. */
export async function tesseractJs(): Promise<Engine> {
  const cachePath = mkdtempSync(join(tmpdir(), 'milepost-tesseract-'));
  const langPath = join(dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng'))), '4.0.0');
  const worker = await createWorker('eng', undefined, { langPath, cachePath, gzip: true });
  // Text strewn over a picture rather than a page.
  await worker.setParameters({ tessedit_pageseg_mode: '11' as never });
  return {
    texts: async (picture) => (await worker.recognize(picture)).data.text.split('\n'),
    close: async () => {
      await worker.terminate();
      await rm(cachePath, { recursive: true, force: true });
    },
  };
}
