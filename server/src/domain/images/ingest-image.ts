import { hashedUuid } from '../../lib/bytes/hash.ts';
import { AppError, messageOf } from '../../lib/errors.ts';
import type { StagedFile } from './blob-store.ts';
import { downloadImage } from './download-image.ts';
import { CONTENT_TYPES } from './image-format.ts';
import type { ImageService } from './image-service.ts';
import type { IngestRecord } from './ingest-record.ts';
import type { NewImage, Origin } from './store.ts';

/** A deletion leaves a mark for five minutes (see `sweep-store.ts`), so a row inserted within two cannot miss it. */
const LONGEST_INSERT_MS = 120_000;
const RETRY_AFTER_SECONDS = 30;

/** The same image from the same source and time has the same id, so the primary key makes ingest idempotent. */
export function imageId(organizationId: number, record: IngestRecord, sha256: Buffer): string {
  return hashedUuid(JSON.stringify([organizationId, record.source, record.timeCaptured.getTime()]), sha256);
}

/** Downloads, stores and queues an image. Returns after its bytes and its row are durable; on failure there is no row. */
export function ingestImage(
  service: ImageService,
  organizationId: number,
  record: IngestRecord,
  origin?: Origin,
): Promise<string> {
  return service.admission.run(organizationId, async () => {
    // Opened during the request; `downloadImage` waits for both.
    const opening = step('stored', () => service.blobs.staging.create());
    opening.catch(() => undefined);
    try {
      const { image: checked, file } = await fetchAndCheck(service, organizationId, record, opening);
      const image = { ...checked, origin };
      const begun = performance.now();
      await step('stored', () => service.blobs.put(keyOf(image), file, { contentType: typeOf(image) }));
      await step('queued', () => enqueue(service, image, begun));
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

async function enqueue({ writer, blobs, wake }: ImageService, image: NewImage, begun: number): Promise<void> {
  if (performance.now() - begun > LONGEST_INSERT_MS) throw new Error('storing the image took too long');
  let inserted = await writer.insert(image);
  if (inserted === 'deleted' && (await blobs.has(keyOf(image)))) {
    inserted = await writer.insert({ ...image, force: true });
  }
  if (inserted === 'deleted') throw new Error('the image was deleted before it was queued');
  if (inserted === 'queued') wake('images');
}

/** The message names the step; the cause is only logged. */
async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('failed', `The image could not be ${what}. Retry later.`, {
      detail: messageOf(error),
      cause: error,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

const keyOf = (image: NewImage) => image.sha256.toString('hex');
const typeOf = (image: NewImage) => CONTENT_TYPES[image.facts.format];
