import type { Database } from '../../server/src/db/database.ts';
import {
  DEMO_IDS,
  type DemoIdKind,
  relativeImage,
  relativeSighting,
} from '../../server/src/demo/relative-values.ts';
import { dayNumber, dayOf, idPrefix } from '../../server/src/domain/images/image-id.ts';
import { KEPT_CLASS } from '../../server/src/domain/images/retention/retention-classes.ts';
import { hashedUuid } from '../../server/src/lib/bytes/hash.ts';
import {
  BUCKETS,
  bucketOfImage,
  bucketOfSighting,
  cameraBucket,
} from '../../server/src/lib/camera-bucket.ts';

/**
 * In the database that the demo data is taken from, every number that an installation assigns itself is in a range of its
 * own: 88, two digits for its kind, five for its position. So it can be found in any column, also inside JSON.
 */
const PREFIX = 88;
const RANGE = 100_000;

export function firstId(kind: DemoIdKind): number {
  return (PREFIX * 100 + DEMO_IDS.indexOf(kind) + 1) * RANGE + 1;
}

export const demoOrganizations = { customer: firstId('organization'), partner: firstId('organization') + 1 };

/** Writes numbers of these ranges as positions: 880300007 becomes `{alert7}`. */
export function relativeIds(text: string): string {
  return text
    .replace(/(?<![\w.])88(0[1-9])(\d{5})(?![\w.])/g, (number, digits: string, position: string) => {
      const kind = DEMO_IDS[Number(digits) - 1];
      return kind ? `{${kind}${Number(position)}}` : number;
    })
    .replace(/(?<![\w.])\d{12}(?![\w.])/g, (number) => {
      const position = sightingPosition(Number(number));
      return position > 0 && position < RANGE
        ? relativeSighting(position, bucketOfSighting(Number(number)))
        : number;
    });
}

/** The id of a sighting has its number in the sequence and a bucket. */
export function sightingPosition(id: number): number {
  return Math.floor(id / BUCKETS) - firstId('sighting') + 1;
}

/** In the ids of the demo's images, so that they can be found in any column. */
const IMAGE = '-dec0-8';

/** `bucket`: that of the sighting which shows the image. */
export function demoImageId(
  source: string,
  time: Date,
  name: string,
  bucket = cameraBucket(demoOrganizations.customer, source),
): string {
  const prefix = idPrefix(KEPT_CLASS, dayNumber(time), bucket);
  return prefix + IMAGE + hashedUuid('demo image', source, time.toISOString(), name).slice(15);
}

/** Writes the days in the ids of images relative to the as-of day, which is counted from 1970-01-01. */
export function relativeImageIds(text: string, asOfDay: number): string {
  const asOf = dayNumber(new Date(asOfDay * 86_400_000));
  return text.replace(new RegExp(`(?<!\\w)[0-9a-f]{8}(?=${IMAGE})`, 'g'), (prefix) =>
    relativeImage(dayOf(prefix) - asOf, bucketOfImage(prefix)),
  );
}

export async function reserveIds({ pool }: Database): Promise<void> {
  const columns: [table: string, column: string, kind: DemoIdKind][] = [
    ['organizations', 'id', 'organization'],
    ['users', 'id', 'user'],
    ['alerts', 'id', 'alert'],
    ['webhooks', 'fairness_key', 'webhook'],
    ['safety_runs', 'id', 'run'],
    ['federal_loads', 'id', 'load'],
  ];
  for (const [table, column, kind] of columns)
    await pool.query(`alter table ${table} alter column ${column} restart with ${firstId(kind)}`);
  await pool.query(`alter sequence observation_ids restart with ${firstId('sighting')}`);
}
