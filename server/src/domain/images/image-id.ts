import { hashedUuid } from '../../lib/bytes/hash.ts';
import type { IngestRecord } from './ingest-record.ts';

/**
 * The same picture from the same source and time is the same image, so its id is made from just these. The primary
 * key then is the idempotency check.
 */
export function imageId(organizationId: number, record: IngestRecord, sha256: Buffer): string {
  return hashedUuid(JSON.stringify([organizationId, record.source, record.timeCaptured.getTime()]), sha256);
}
