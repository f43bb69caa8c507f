import { classOf, dayNumber, dayOf, isoDay } from './image-id.ts';
import { classFor, KEPT_CLASS, periodOf } from './retention/retention-classes.ts';

/** Where the file of an image is. Files of a class and day are in one folder; those of the class that is kept are in none. */
export type BlobPlace = { class: number; day: number; sha256: Buffer };

export function blobPlace({ id, sha256 }: { id: string; sha256: Buffer }): BlobPlace {
  const retentionClass = classOf(id);
  return { class: retentionClass, day: retentionClass === KEPT_CLASS ? 0 : dayOf(id), sha256 };
}

/** `365-days/2026-11-18/<hash>`: the name of the first folder is the period, for the rules of a bucket. */
export function blobKey({ sha256, ...place }: BlobPlace): string {
  const hash = sha256.toString('hex');
  return place.class === KEPT_CLASS ? hash : `${dayFolder(place.class, place.day)}/${hash}`;
}

/** The key of the file of an image. */
export function keyOfImage(image: { id: string; sha256: Buffer }): string {
  return blobKey(blobPlace(image));
}

export function dayFolder(retentionClass: number, day: number): string {
  return `${periodOf(retentionClass)}-days/${isoDay(day)}`;
}

/** The place of a listed blob. */
export function placeOfKey(key: string): BlobPlace {
  const sha256 = Buffer.from(key.slice(-64), 'hex');
  const [, days, day] = /^(\d+)-days\/([\d-]{10})\//.exec(key) ?? [];
  if (days === undefined || day === undefined) return { class: KEPT_CLASS, day: 0, sha256 };
  return { class: classFor(Number(days)), day: dayNumber(new Date(day)), sha256 };
}

/** The index images_by_hash contains this many bytes of each hash. */
const INDEXED_BYTES = 7;

/** A condition: an image has one of these hashes. `hashes` and `starts` are parameters with them and with what `startsOf` returns. */
export const hasHash = (hashes: string, starts: string) =>
  `substring(sha256, 1, ${INDEXED_BYTES}) = any(${starts}::bytea[]) and sha256 = any(${hashes}::bytea[])`;

export const startsOf = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.subarray(0, INDEXED_BYTES));
