import { hashedUuid } from '../../lib/bytes/hash.ts';
import { AppError, messageOf } from '../../lib/errors.ts';
import { asQuotaError } from '../quotas/quota-error.ts';
import type { StagedFile } from './blob-store.ts';
import { downloadImage } from './download-image.ts';
import { CONTENT_TYPES } from './image-format.ts';
import type { NewImage, Origin } from './image-rows.ts';
import type { ImageService } from './image-service.ts';
import type { IngestRecord } from './ingest-record.ts';
import type { Received } from './receive-bytes.ts';

/**
 * A deletion leaves a mark for five minutes (see `sweep-store.ts`), so a row that is inserted after a put of at most two
 * minutes cannot miss it.
 */
const LONGEST_PUT_MS = 120_000;
const RETRY_AFTER_SECONDS = 30;

/** The same image from the same source and time has the same id, so the primary key makes ingest idempotent. */
export function imageId(organizationId: number, record: IngestRecord, sha256: Buffer): string {
  return hashedUuid(JSON.stringify([organizationId, record.source, record.time_captured.getTime()]), sha256);
}

/** Downloads, stores and queues an image. Returns after its bytes and its row are durable; on failure there is no row. */
export function ingestImage(
  service: ImageService,
  organizationId: number,
  record: IngestRecord,
  url: string,
  origin?: Origin,
): Promise<string> {
  const receive: Receive = async (file) => ({
    record,
    ...(await downloadImage(service.outbound, url, file)),
  });
  return ingestReceived(service, organizationId, receive, origin);
}

/** Reads the bytes of an image into the file, and its record. */
export type Receive = (file: StagedFile) => Promise<Received & { record: IngestRecord }>;

/** The same for an image that `receive` gets from elsewhere. */
export function ingestReceived(
  service: ImageService,
  organizationId: number,
  receive: Receive,
  origin?: Origin,
): Promise<string> {
  const { admission, freeSpace, blobs, clock } = service;
  return admission.run(organizationId, async () => {
    await freeSpace.check();
    const file = blobs.staging.create();
    try {
      const { record, sha256, facts } = await step('stored', () => receive(file));
      const image: NewImage = {
        id: imageId(organizationId, record, sha256),
        organizationId,
        record,
        sha256,
        byteSize: file.size,
        facts,
        receivedAt: clock.now(),
        force: false,
        origin,
      };
      await step('stored', () => store(service, image, file));
      await step('queued', () => enqueue(service, image));
      return image.id;
    } finally {
      await step('deleted from this server', () => file.discard());
    }
  });
}

async function store({ blobs }: ImageService, image: NewImage, file: StagedFile): Promise<void> {
  const startedAt = performance.now();
  await blobs.put(keyOf(image), file, { contentType: CONTENT_TYPES[image.facts.format] });
  if (performance.now() - startedAt > LONGEST_PUT_MS) throw new Error('storing the image took too long');
}

async function enqueue({ writer, blobs, wake }: ImageService, image: NewImage): Promise<void> {
  let inserted = await writer.insert(image);
  if (inserted === 'deleted' && (await blobs.has(keyOf(image)))) {
    inserted = await writer.insert({ ...image, force: true });
  }
  if (inserted === 'deleted') throw new Error('the image was deleted before it was queued');
  if (inserted === 'queued') wake('images');
}

/** Turns an unexpected error into one whose message names the step; the cause is only logged. */
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
