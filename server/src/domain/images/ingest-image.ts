import { hashedUuid } from '../../lib/bytes/hash.ts';
import { AppError, messageOf } from '../../lib/errors.ts';
import { asQuotaError } from '../quotas/quota-error.ts';
import type { StagedFile } from './blob-store.ts';
import { downloadImage } from './download-image.ts';
import { CONTENT_TYPES } from './image-format.ts';
import type { ImageService } from './image-service.ts';
import type { IngestRecord } from './ingest-record.ts';
import type { Received } from './receive-bytes.ts';
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
  url: string,
  origin?: Origin,
): Promise<string> {
  const receive: Receive = async (opening) => ({
    record,
    received: await downloadImage(service.outbound, url, opening),
  });
  return ingestReceived(service, organizationId, receive, origin);
}

/** Reads the bytes of an image into the staged file, and its record, in any order. */
export type Receive = (opening: Promise<StagedFile>) => Promise<{ record: IngestRecord; received: Received }>;

/** The same for an image that `receive` gets from elsewhere. */
export function ingestReceived(
  service: ImageService,
  organizationId: number,
  receive: Receive,
  origin?: Origin,
): Promise<string> {
  return service.admission.run(organizationId, async () => {
    await service.freeSpace.check();
    // Opened during the request; `receive` waits for both.
    const opening = step('stored', () => service.blobs.staging.create());
    opening.catch(() => undefined);
    try {
      const { record, received } = await step('stored', () => receive(opening));
      const image = { ...(await prepare(service, organizationId, record, received)), origin };
      const begun = performance.now();
      const info = { contentType: CONTENT_TYPES[image.facts.format] };
      await step('stored', () => service.blobs.put(keyOf(image), received.file, info));
      await step('queued', () => enqueue(service, image, begun));
      return image.id;
    } finally {
      const file = await opening.catch(() => null);
      await step('deleted from this server', async () => file?.discard());
    }
  });
}

async function prepare(
  { blobs, clock }: ImageService,
  organizationId: number,
  record: IngestRecord,
  { sha256, facts, file }: Received,
): Promise<NewImage> {
  await step('stored', () => file.flush());
  blobs.prepare(file);
  const id = imageId(organizationId, record, sha256);
  const about = { organizationId, record, receivedAt: clock.now(), force: false };
  return { id, ...about, sha256, byteSize: file.size, facts };
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
    const exceeded = asQuotaError(error);
    if (exceeded) throw exceeded;
    throw new AppError('failed', `The image could not be ${what}. Retry later.`, {
      detail: messageOf(error),
      cause: error,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

const keyOf = (image: NewImage) => image.sha256.toString('hex');
