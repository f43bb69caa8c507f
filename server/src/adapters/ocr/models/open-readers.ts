import type { Readers } from '../engine/read-raster.ts';
import { readerAlphabet, secondReaderAlphabet } from './alphabet.ts';
import { modelFiles } from './model-files.ts';
import { openModel } from './onnx.ts';
import { stripReader } from './strip-reader.ts';

/** The detector and both readers, loaded from the packages that hold them. */
export async function openReaders(): Promise<Readers> {
  return {
    detector: await openModel(modelFiles.detector()),
    first: stripReader(await openModel(modelFiles.reader()), readerAlphabet()),
    second: stripReader(await openModel(modelFiles.secondReader()), secondReaderAlphabet()),
  };
}
