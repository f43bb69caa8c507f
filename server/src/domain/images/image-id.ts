import { hashedUuid } from '../../lib/bytes/hash.ts';
import { cameraBucket } from '../../lib/camera-bucket.ts';
import type { IngestRecord } from './ingest-record.ts';

/*
 * An image id is a version 8 UUID that leads to the row and the file of the image. Its first 32 bits are
 *   6 bits: the retention class, 16 bits: the day of the capture, 10 bits: the bucket of the camera;
 * 90 bits of a hash follow. So ids are ordered by class and then by day, and the ids of one class and day are one range.
 * The same layout is in `migrations/0008-images.sql`, as SQL functions.
 */

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2000, 0, 1);
const LAST_DAY = 0xffff;

/** The number of the day in UTC. Days before 2000 are day 0. */
export function dayNumber(time: Date): number {
  const day = Math.floor((time.getTime() - FIRST_DAY_MS) / DAY_MS);
  return Math.min(Math.max(day, 0), LAST_DAY);
}

/** `2026-11-18` */
export function isoDay(day: number): string {
  return new Date(FIRST_DAY_MS + day * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The id of the nth detection of a frame. The same image from the same source and time has the same ids, so the primary
 * key makes ingest idempotent.
 */
export function imageId(
  retentionClass: number,
  organizationId: number,
  { source, time_captured }: Pick<IngestRecord, 'source' | 'time_captured'>,
  sha256: Buffer,
  nth = 0,
): string {
  const frame = [organizationId, source, time_captured.getTime()];
  const hashed = hashedUuid(JSON.stringify(nth === 0 ? frame : [...frame, nth]), sha256);
  const bucket = cameraBucket(organizationId, source);
  return withPrefix(idPrefix(retentionClass, dayNumber(time_captured), bucket), hashed);
}

/** No id of the class is lower on this day or later. The class after the last one has no bound. */
export function lowestId(retentionClass: number, day: number): string {
  return withPrefix(idPrefix(retentionClass, day, 0), '00000000-0000-0000-0000-000000000000');
}

export function classOf(id: string): number {
  return prefixIn(id) >>> 26;
}

export function dayOf(id: string): number {
  return (prefixIn(id) >>> 10) & LAST_DAY;
}

const prefixIn = (id: string) => Number.parseInt(id.slice(0, 8), 16);

/** The first eight digits of an id. */
export function idPrefix(retentionClass: number, day: number, bucket: number): string {
  return (((retentionClass << 26) | (day << 10) | bucket) >>> 0).toString(16).padStart(8, '0');
}

const withPrefix = (prefix: string, id: string) => prefix + id.slice(8);
