import { AppError, messageOf } from '../../lib/errors.ts';
import { asQuotaError } from '../quotas/quota-error.ts';
import { blobPlace, keyOfImage } from './blob-key.ts';
import type { StagedFile } from './blob-store.ts';
import { downloadImage } from './download-image.ts';
import { classOfFrame, findDetection } from './frame-detections.ts';
import { CONTENT_TYPES } from './image-format.ts';
import { imageId } from './image-id.ts';
import type { ImageService } from './image-service.ts';
import { clampBox, type IngestRecord } from './ingest-record.ts';
import type { Inserted, NewImage, Origin } from './insert/new-image.ts';
import type { Received } from './receive-bytes.ts';
import { markOrphanBlobs } from './sweep-store.ts';

/**
 * A deletion leaves a mark for five minutes (see `sweep-store.ts`), so a row that is inserted after a put of at most two
 * minutes cannot miss it.
 */
const LONGEST_PUT_MS = 120_000;
const RETRY_AFTER_SECONDS = 30;
/** A request repeats its search for its detection when another request takes the id that it found. */
const MOST_SEARCHES = 10;

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
      const { record: sent, sha256, facts } = await step('stored', () => receive(file));
      const record = clampBox(sent, facts);
      const frame = { organizationId, record, sha256 };
      const retentionClass = await step('stored', async () =>
        classOfFrame(service.db, frame, await service.classes.of(organizationId)),
      );
      const image: NewImage = {
        ...frame,
        id: imageId(retentionClass, organizationId, record, sha256),
        byteSize: file.size,
        facts,
        receivedAt: clock.now(),
        force: false,
        origin,
      };
      await step('stored', () => store(service, image, file));
      const id = await step('queued', () => enqueue(service, image));
      if (service.dropsPrivateVehicles) await step('queued', () => markUnused(service, image));
      return id;
    } finally {
      await step('deleted from this server', () => file.discard());
    }
  });
}

async function store({ blobs }: ImageService, image: NewImage, file: StagedFile): Promise<void> {
  const startedAt = performance.now();
  await blobs.put(keyOfImage(image), file, { contentType: CONTENT_TYPES[image.facts.format] });
  if (performance.now() - startedAt > LONGEST_PUT_MS) throw new Error('storing the image took too long');
}

/** Returns the id of the record. Most images are the first detection of their frame, which needs no search. */
async function enqueue(service: ImageService, image: NewImage): Promise<string> {
  let detection = image;
  for (let searches = 0; searches < MOST_SEARCHES; searches++) {
    const inserted = await insert(service, detection);
    if (inserted === 'queued') service.wake('images');
    if (inserted === 'queued' || detection.isCorrection) return detection.id;
    const { id, isStored } = await findDetection(service.db, image);
    detection = { ...image, id, isCorrection: isStored };
  }
  throw new Error('other requests kept storing detections of the same frame');
}

/** The image is known, and its plates were hidden: the file that has just been stored belongs to no image. */
function markUnused({ db }: ImageService, image: NewImage): Promise<number> {
  return markOrphanBlobs(db, [blobPlace(image)]);
}

async function insert({ writer, blobs }: ImageService, image: NewImage): Promise<Inserted> {
  let inserted = await writer.insert(image);
  if (inserted === 'deleted' && (await blobs.has(keyOfImage(image)))) {
    inserted = await writer.insert({ ...image, force: true });
  }
  if (inserted === 'deleted') throw new Error('the image was deleted before it was queued');
  return inserted;
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
