import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import type { Database } from '../../db/database.ts';
import { keyOfImage } from '../../domain/images/blob-key.ts';
import type { BlobStore } from '../../domain/images/blob-store.ts';
import { type LabelFilter, labeledImages } from '../../domain/recognition/labels/labeled-images.ts';
import { closing } from '../../lib/async/closing.ts';
import { codeOf, operatorError } from '../../lib/errors.ts';
import type { Command } from '../command.ts';
import { counted, formatCount } from '../format.ts';
import { dayOption, json, option, text, wholeNumber } from '../options.ts';
import { withDatabase } from '../with-database.ts';

const DEFAULT_FOLDER = 'labels';
/** Written last: a folder without it is an interrupted export. */
const LABELS_FILE = 'labels.jsonl';
const IMAGES_FOLDER = 'images';

type Exported = { folder: string; images: number; labels: number; images_missing: number };

export const exportLabels: Command = {
  name: 'export labels',
  audit: { action: 'label.export' },
  summary:
    'Write the images that people corrected, with the corrections, to the folder `labels` or another one',
  operands: '[folder]',
  options: {
    org: option('id', 'only images of this organization'),
    since: option('date', 'only corrections since this day, UTC'),
    json,
  },
  async run(context, values, operands) {
    const folder = operands[0] ?? DEFAULT_FOLDER;
    const since = dayOption(values, 'since');
    const filter = {
      organizationId: text(values, 'org') === undefined ? null : wholeNumber(values, 'org'),
      since: since === undefined ? null : new Date(since),
    };
    await createFolder(folder);
    const { settings } = context;
    const exported = await withDatabase(context, async (database) => {
      await using blobs = closing(await openBlobs(settings.blobs, settings.dataDir));
      return await writeAll(database, blobs, filter, folder);
    });
    if (values.json) return context.printJson(exported);
    const { images, labels, images_missing: missing } = exported;
    context.print(`${counted(labels, 'label')} of ${counted(images, 'image')} written to ${folder}`);
    if (missing > 0)
      context.print(`${formatCount(missing)} images were left out: their bytes are not stored.`);
  },
};

/** The images show plates, so that only the user can read the folder. */
async function createFolder(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw operatorError(`The folder ${folder} cannot be read (${codeOf(error)}).`, error);
  });
  if (found.length > 0) throw operatorError(`The folder ${folder} is not empty. Specify another one.`);
  await mkdir(join(folder, IMAGES_FOLDER), { recursive: true, mode: 0o700 }).catch((error) => {
    throw operatorError(`The folder ${folder} cannot be created (${codeOf(error)}).`, error);
  });
}

async function writeAll(
  database: Database,
  blobs: BlobStore,
  filter: LabelFilter,
  folder: string,
): Promise<Exported> {
  const exported: Exported = { folder, images: 0, labels: 0, images_missing: 0 };
  const partial = join(folder, `${LABELS_FILE}.partial`);
  await writeFile(partial, '', { mode: 0o600 });
  for await (const { imageId, organizationId, sha256, format, box, labels } of labeledImages(
    database,
    filter,
  )) {
    const image = `${IMAGES_FOLDER}/${imageId}.${format}`;
    if (!(await copyImage(blobs, keyOfImage({ id: imageId, sha256 }), join(folder, image)))) {
      exported.images_missing++;
      continue;
    }
    const line = { image, image_id: imageId, organization_id: organizationId, box, labels };
    await writeFile(partial, `${JSON.stringify(line)}\n`, { flag: 'a' });
    exported.images++;
    exported.labels += labels.length;
  }
  await rename(partial, join(folder, LABELS_FILE));
  return exported;
}

async function copyImage(blobs: BlobStore, key: string, to: string): Promise<boolean> {
  const blob = await blobs.open(key);
  if (blob === null) return false;
  try {
    await pipeline(blob.stream, createWriteStream(to, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
  return true;
}
