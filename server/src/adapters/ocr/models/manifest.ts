import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, messageOf } from '../../../lib/errors.ts';

/** A file of a models folder, with its content, whose hash was verified. */
export type VerifiedFile = { path: string; bytes: Uint8Array };
export type VerifiedReader = { model: VerifiedFile; alphabet: VerifiedFile };
/** A network and the list of its classes. */
export type VerifiedClassifier = { model: VerifiedFile; classes: VerifiedFile };
type ModelsFolder = {
  detector: VerifiedFile | null;
  locator: VerifiedFile | null;
  reader: VerifiedReader | null;
  quickReader: VerifiedReader | null;
  plateLocator: VerifiedFile | null;
  plateReader: VerifiedFile | null;
  plateState: VerifiedClassifier | null;
};

type Entry = { file: string; sha256: string };
type ReaderEntry = Entry & { alphabet: Entry };

/** Loads what the `manifest.json` of a folder lists. A missing file or a wrong hash is an error that names the file. */
export async function openModelsFolder(folder: string): Promise<ModelsFolder> {
  const manifest = await readManifest(folder);
  const file = async (name: string) =>
    manifest[name] === undefined ? null : verified(folder, entryOf(manifest[name], folder, name));
  const reader = readerEntryOf(manifest.reader, folder, 'reader');
  const quickReader = readerEntryOf(manifest.quick_reader, folder, 'quick_reader');
  return {
    detector: await file('detector'),
    locator: await file('locator'),
    reader: reader && (await verifiedReader(folder, reader)),
    quickReader: quickReader && (await verifiedReader(folder, quickReader)),
    plateLocator: await file('plate_locator'),
    plateReader: await file('plate_reader'),
    plateState: await verifiedClassifier(folder, manifest.plate_state, 'plate_state'),
  };
}

async function verifiedClassifier(
  folder: string,
  value: unknown,
  name: string,
): Promise<VerifiedClassifier | null> {
  if (value === undefined) return null;
  const { classes } = (value ?? {}) as { classes?: unknown };
  return {
    model: await verified(folder, entryOf(value, folder, name)),
    classes: await verified(folder, entryOf(classes, folder, `${name}.classes`)),
  };
}

async function readManifest(folder: string): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    throw new AppError('invalid', `${join(folder, 'manifest.json')} cannot be read.`, {
      cause: error,
      detail: messageOf(error),
    });
  }
  throw new AppError('invalid', `${join(folder, 'manifest.json')} must contain a JSON object.`);
}

function entryOf(value: unknown, folder: string, name: string): Entry {
  const { file, sha256 } = (value ?? {}) as Partial<Entry>;
  const isValid =
    typeof file === 'string' && file !== '' && basename(file) === file && /^[0-9a-f]{64}$/.test(sha256 ?? '');
  if (!isValid)
    throw new AppError(
      'invalid',
      `${join(folder, 'manifest.json')}: "${name}" must have "file" (a file name in the folder) and "sha256" (64 hexadecimal digits).`,
    );
  return { file, sha256: sha256 as string };
}

function readerEntryOf(value: unknown, folder: string, name: string): ReaderEntry | null {
  if (value === undefined) return null;
  const { alphabet } = (value ?? {}) as Partial<ReaderEntry>;
  return { ...entryOf(value, folder, name), alphabet: entryOf(alphabet, folder, `${name}.alphabet`) };
}

async function verifiedReader(folder: string, entry: ReaderEntry): Promise<VerifiedReader> {
  return { model: await verified(folder, entry), alphabet: await verified(folder, entry.alphabet) };
}

async function verified(folder: string, { file, sha256 }: Entry): Promise<VerifiedFile> {
  const path = join(folder, file);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new AppError('invalid', `${path} cannot be read.`, { cause: error, detail: messageOf(error) });
  });
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256)
    throw new AppError('invalid', `${path} does not match the hash in manifest.json.`, {
      detail: `expected ${sha256}, found ${actual}`,
    });
  return { path, bytes };
}
