import { hash } from 'node:crypto';

/*
 * Rows of one camera have the same bucket: a column of each table that an image touches, so that they can be on one node of a
 * cluster. The ids of images (domain/images/image-id.ts) and of sightings carry it.
 */

export const BUCKETS = 1_024;

/** A camera is a source of an organization. */
export function cameraBucket(organizationId: number, source: string): number {
  return hash('sha256', `${organizationId} ${source}`, 'buffer').readUInt16BE() % BUCKETS;
}

/** The bucket in the id of a sighting, which is a number of a sequence times BUCKETS plus the bucket (`next_sighting_id`). */
export function bucketOfSighting(id: number): number {
  return id % BUCKETS;
}

/** The bucket in the id of an image. */
export function bucketOfImage(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16) & (BUCKETS - 1);
}

/** Runs a statement for the ids of each bucket, all in one round trip. The ids of one camera need one statement. */
export function forBuckets<Id, Result>(
  ids: readonly Id[],
  bucketOf: (id: Id) => number,
  run: (ids: Id[], bucket: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all([...Map.groupBy(ids, bucketOf)].map(([bucket, own]) => run(own, bucket)));
}
