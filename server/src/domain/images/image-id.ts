import { createHash } from 'node:crypto';
import type { IngestRecord } from './ingest-record.ts';

/**
 * The same picture from the same source and time is the same image, so its id is made from just these (a UUID of
 * version 8). The primary key then is the idempotency check.
 */
export function imageId(organizationId: number, record: IngestRecord, sha256: Buffer): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([organizationId, record.source, record.timeCaptured.getTime()]))
    .update(sha256)
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
