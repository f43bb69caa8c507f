import { AppError, messageOf } from '../../lib/errors.ts';
import type { StagedFile } from './blob-store.ts';
import { downloadImage } from './download-image.ts';
import { CONTENT_TYPES } from './image-format.ts';
import { imageId } from './image-id.ts';
import type { ImageService } from './image-service.ts';
import type { IngestRecord } from './ingest-record.ts';
import type { NewImage } from './store.ts';

/** A deletion leaves a sign for five minutes (see `sweep-store.ts`); what is handed on within two cannot miss it. */
const LONGEST_HANDOVER_MS = 120_000;

/** Download, store, delete the local copy, hand on. It returns when picture and row are durable, or leaves no row. */
export function ingestImage(
  service: ImageService,
  organizationId: number,
  record: IngestRecord,
): Promise<string> {
  return service.admission.run(organizationId, async () => {
    // Opened while the host is being asked; `downloadImage` waits for both.
    const opening = step('stored', () => service.blobs.staging.create());
    opening.catch(() => undefined);
    try {
      const { image, file } = await fetchAndCheck(service, organizationId, record, opening);
      const begun = performance.now();
      await step('stored', () => service.blobs.put(keyOf(image), file, { contentType: typeOf(image) }));
      await step('handed on', () => handOn(service, image, begun));
      return image.id;
    } finally {
      const file = await opening.catch(() => null);
      await step('deleted from this server', async () => file?.discard());
    }
  });
}

async function fetchAndCheck(
  { outbound, blobs, clock }: ImageService,
  organizationId: number,
  record: IngestRecord,
  opening: Promise<StagedFile>,
): Promise<{ image: NewImage; file: StagedFile }> {
  const { sha256, facts, file } = await downloadImage(outbound, record.imageUrl, opening);
  await step('stored', () => file.flush());
  blobs.prepare(file);
  const id = imageId(organizationId, record, sha256);
  const byteSize = file.size;
  const about = { organizationId, record, receivedAt: clock.now(), force: false };
  return { image: { id, ...about, sha256, byteSize, facts }, file };
}

async function handOn({ writer, blobs, wake }: ImageService, image: NewImage, begun: number): Promise<void> {
  if (performance.now() - begun > LONGEST_HANDOVER_MS) throw new Error('storing the picture took too long');
  let inserted = await writer.insert(image);
  if (inserted === 'deleted' && (await blobs.has(keyOf(image)))) {
    inserted = await writer.insert({ ...image, force: true });
  }
  if (inserted === 'deleted') throw new Error('the picture was deleted while it was being handed on');
  if (inserted === 'queued') wake('images');
}

/** Each step fails in its own words; what happened inside is for the log. */
async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const message = `The image could not be ${what}. Send it again later.`;
    throw new AppError('failed', message, { detail: messageOf(error), cause: error });
  }
}

const keyOf = (image: NewImage) => image.sha256.toString('hex');
const typeOf = (image: NewImage) => CONTENT_TYPES[image.facts.format];
