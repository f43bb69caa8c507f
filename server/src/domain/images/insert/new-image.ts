import { bucketOfImage } from '../../../lib/camera-bucket.ts';
import { blobPlace } from '../blob-key.ts';
import type { ImageFacts } from '../image-format.ts';
import type { IngestRecord } from '../ingest-record.ts';
import { partitionOf } from '../retention/image-partitions.ts';

export type NewImage = {
  id: string;
  organizationId: number;
  record: IngestRecord;
  sha256: Buffer;
  byteSize: number;
  facts: ImageFacts;
  receivedAt: Date;
  /** The blob is known to exist, even if it was deleted recently. */
  force: boolean;
  /** The row with this id is known to be the detection that the request corrects. */
  isCorrection?: boolean;
  origin?: Origin | undefined;
};

/** The request that submitted an image, for the log and the trace of its recognition. */
export type Origin = { correlationId: string; traceparent: string | null };

/** `queued` waits for recognition; `known` left the row as it was; `deleted` means that its bytes were deleted a moment ago, maybe after they were stored. */
export type Inserted = 'queued' | 'known' | 'deleted';

export type NewRow = ReturnType<typeof newRow>;

/** As the statements read it (`INPUT`). */
export function newRow({
  id,
  organizationId,
  receivedAt,
  record,
  sha256,
  byteSize,
  facts,
  force,
  origin,
}: NewImage) {
  const place = blobPlace({ id, sha256 });
  return {
    id,
    class: place.class,
    day: place.day,
    table_day: partitionOf(id).from,
    bucket: bucketOfImage(id),
    organization_id: organizationId,
    received_at: receivedAt,
    hash: sha256.toString('hex'),
    byte_size: byteSize,
    ...facts,
    ...record,
    correlation_id: origin?.correlationId ?? null,
    traceparent: origin?.traceparent ?? null,
    force,
  };
}
