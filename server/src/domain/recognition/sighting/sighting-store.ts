import { LOCKS } from '../../../db/advisory-locks.ts';
import { type Db, statement, type Transaction } from '../../../db/database.ts';
import { bucketOfImage, bucketOfSighting, forBuckets } from '../../../lib/camera-bucket.ts';
import { capturedIn, daysAround } from '../../images/retention/captured-days.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import { type Label, withLabels } from '../labels/label.ts';
import { findLabels } from '../labels/label-store.ts';
import type { Explanation } from './compose-sighting.ts';
import { type PackedExplanation, packExplanation, unpackExplanation } from './packed-explanation.ts';
import { type PackedReading, unpackReading } from './packed-reading.ts';
import type { View } from './view.ts';

/** The key of a sighting's observation, its images, and what further images are compared with. */
export type StoredSighting = ObservationKey & {
  organization_id: number;
  source: string;
  captured_until: Date;
  image_ids: string[];
  alpr_plate_number: string;
  /** See `keysOf`. */
  keys: string[];
  is_open: boolean;
  /** Hash of all that is written of the sighting. */
  fingerprint: Buffer;
};

/** Also why it is what it is. Null in sightings of the demo, which no image shows. */
export type WrittenSighting = StoredSighting & { explanation: Explanation | null };

const COLUMNS: (keyof StoredSighting)[] = [
  ...(['id', 'organization_id', 'source', 'usdot_number', 'time_captured', 'captured_until'] as const),
  ...(['image_ids', 'alpr_plate_number', 'keys', 'is_open', 'fingerprint'] as const),
];

/** The keys are stored as one text, which takes a third of the bytes of an array. */
const KEYS = `string_to_array(keys, E'\\n')`;
const SELECTED = COLUMNS.map((name) => (name === 'keys' ? `${KEYS} as keys` : name));

const lock = statement(
  'sightings.lock-source',
  `select pg_advisory_xact_lock(${LOCKS.sightingSource}, hashtext(name)) from unnest($1::text[]) as name`,
);

/**
 * Only one transaction at a time writes sightings of a source, and of a vehicle: of two that see the same vehicle for the
 * first time, one finds the evidence of the other. `vehicle`: the keys of its identifiers.
 */
export async function lockSource(
  tx: Transaction,
  organizationId: number,
  source: string,
  vehicle: readonly string[] = [],
): Promise<void> {
  await tx.run(lock, [[`${organizationId} ${source}`, ...vehicle.toSorted()]]);
}

/** Sightings that may show the truck of an image, and that which has the image already. */
export type NearQuery = {
  organizationId: number;
  view: Pick<View, 'source' | 'time_captured' | 'imageId'>;
  keys: string[];
  /** How far the images of a sighting may be away. */
  withinMs: number;
  /** Sightings within this time are found whatever their keys: their USDOT number may be a misreading. */
  passageMs: number;
};

/** One short index range. A busy camera has dozens of sightings in this time, so only those that may matter are returned. */
const near = statement(
  'sightings.near',
  `select ${SELECTED} from sightings
   where bucket = $9 and organization_id = $1 and source = $2 and time_captured between $3::timestamptz - interval '2 minutes' and $4
     and captured_until >= $3
     and (${KEYS} && $5::text[] or $6::uuid = any(image_ids)
       or (time_captured <= $8::timestamptz and captured_until >= $7::timestamptz))`,
);

export function sightingsNear(
  db: Db,
  { organizationId, view, keys, withinMs, passageMs }: NearQuery,
): Promise<StoredSighting[]> {
  const time = view.time_captured.getTime();
  const around = (ms: number) => [new Date(time - ms), new Date(time + ms)];
  const { source, imageId } = view;
  return db.rows(near, [
    ...[organizationId, source, ...around(withinMs), keys, imageId, ...around(passageMs)],
    bucketOfImage(imageId),
  ]);
}

const one = statement('sightings.find', `select ${SELECTED} from sightings where id = $1 and bucket = $2`);
const explained = statement(
  'sightings.find-explained',
  `select ${SELECTED}, explanation from sightings where id = $1 and bucket = $2`,
);

export function findSighting(db: Db, id: number): Promise<StoredSighting | null> {
  return db.row(one, [id, bucketOfSighting(id)]);
}

/** With its explanation, which only a person reads. */
export async function findExplained(db: Db, id: number): Promise<WrittenSighting | null> {
  type Row = StoredSighting & { explanation: PackedExplanation | null };
  const row = await db.row<Row>(explained, [id, bucketOfSighting(id)]);
  return row && { ...row, explanation: row.explanation && unpackExplanation(row.explanation) };
}

const WRITTEN: (keyof WrittenSighting)[] = [...COLUMNS, 'explanation'];
const INSERT = `insert into sightings (${WRITTEN}, bucket) values (${['', ...WRITTEN].map((_, i) => `$${i + 1}`)})`;
const insert = statement('sightings.insert', INSERT);
const put = statement(
  'sightings.put',
  `${INSERT} on conflict (id, bucket) do update set ${WRITTEN.slice(1).map((column) => `${column} = excluded.${column}`)}`,
);

const valuesOf = ({ explanation, ...sighting }: WrittenSighting) => [
  ...COLUMNS.map((name) => (name === 'keys' ? sighting.keys.join('\n') : sighting[name])),
  explanation && JSON.stringify(packExplanation(explanation)),
  bucketOfSighting(sighting.id),
];

/** A sighting with a new id. */
export async function insertSighting(tx: Transaction, sighting: WrittenSighting): Promise<void> {
  await tx.run(insert, valuesOf(sighting));
}

export async function putSighting(tx: Transaction, sighting: WrittenSighting): Promise<void> {
  await tx.run(put, valuesOf(sighting));
}

const remove = statement(
  'sightings.delete',
  'delete from sightings where id = any($1::bigint[]) and bucket = $2',
);

export async function deleteSightings(tx: Transaction, ids: number[]): Promise<void> {
  await forBuckets(ids, bucketOfSighting, (own, bucket) => tx.run(remove, [own, bucket]));
}

const assign = statement(
  'sightings.assign',
  'update images set sighting_id = $1 where id = any($2::uuid[]) and bucket = $3 and sighting_id <> $1',
);

/** Of images that were read before. The sighting of a new image is saved with its reading. */
export async function assignImages(tx: Transaction, sightingId: number, imageIds: string[]): Promise<void> {
  await tx.run(assign, [sightingId, imageIds, bucketOfSighting(sightingId)]);
}

const MAX_IMAGES = 500;
const VIEWS = `select id as "imageId", received_at as "receivedAt", source, time_captured, latitude, longitude, city, state, route, traffic_direction,
     readings as read, own_sighting_id as "ownId"
   from images`;
const views = statement(
  'sightings.views',
  `${VIEWS} where id = any($1::uuid[]) and bucket = $2 and readings is not null`,
);
const allViews = statement(
  'sightings.all-views',
  `${VIEWS} where sighting_id = any($1::bigint[]) and bucket = $4 and ${capturedIn('$2', '$3')} and readings is not null
    order by time_captured, id limit ${MAX_IMAGES}`,
);

type ViewRow = Omit<View, 'read'> & { read: PackedReading };

/** The views of images that were read, with their corrections; other images are left out. */
export async function findViews(db: Db, imageIds: string[]): Promise<View[]> {
  const [found, labels] = await Promise.all([
    forBuckets(imageIds, bucketOfImage, (own, bucket) => db.rows<ViewRow>(views, [own, bucket])),
    findLabels(db, imageIds),
  ]);
  return found.flat().map((row) => viewOf(row, labels));
}

/** All images of sightings of one camera, also those that were not among the views of a sighting with many images. */
export async function findAllViews(db: Db, sightings: readonly ObservationKey[]): Promise<View[]> {
  const ids = sightings.map(({ id }) => id);
  const bucket = bucketOfSighting(ids[0] ?? 0);
  const found = await db.rows<ViewRow>(allViews, [ids, ...daysAround(sightings), bucket]);
  const labels = await findLabels(
    db,
    found.map(({ imageId }) => imageId),
  );
  return found.map((row) => viewOf(row, labels));
}

function viewOf(row: ViewRow, labels: Map<string, Label[]>): View {
  return { ...row, read: withLabels(unpackReading(row.read), labels.get(row.imageId) ?? []) };
}
