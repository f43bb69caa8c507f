import { LOCKS } from '../../../db/advisory-locks.ts';
import { type Db, statement, type Transaction } from '../../../db/database.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import { withLabels } from '../labels/label.ts';
import { findLabels } from '../labels/label-store.ts';
import { MARKS, type TruckMarks } from './same-truck.ts';
import type { View } from './view.ts';

/** The key of a sighting's observation, and the marks that further images are compared with. */
export type StoredSighting = ObservationKey &
  TruckMarks & {
    organization_id: number;
    source: string;
    captured_until: Date;
    image_ids: string[];
    is_open: boolean;
    /** Hash of the whole observation. */
    fingerprint: Buffer;
  };

const COLUMNS: (keyof StoredSighting)[] = [
  ...(['id', 'organization_id', 'source', 'usdot_number', 'time_captured', 'captured_until'] as const),
  ...(['image_ids', ...MARKS, 'is_open', 'fingerprint'] as const),
];

const lock = statement(
  'sightings.lock-source',
  `select pg_advisory_xact_lock(${LOCKS.sightingSource}, hashtext($1))`,
);

/** Only one transaction at a time writes sightings of a source. */
export async function lockSource(tx: Transaction, organizationId: number, source: string): Promise<void> {
  await tx.run(lock, [`${organizationId} ${source}`]);
}

/** What an image is compared with. A busy camera has dozens of sightings in this time, so the rest of them is not read. */
export type NearSighting = TruckMarks & {
  id: number;
  /** Whether it has the image already. */
  isOwn: boolean;
};

/** One short index range. */
const near = statement(
  'sightings.near',
  `select id, ${MARKS}, $5 = any(image_ids) as "isOwn" from sightings
   where organization_id = $1 and source = $2
     and time_captured between $3::timestamptz - $4 * interval '1 ms' and $3::timestamptz + $4 * interval '1 ms'`,
);

export function sightingsNear(
  db: Db,
  organizationId: number,
  { source, time_captured, imageId }: View,
  withinMs: number,
): Promise<NearSighting[]> {
  return db.rows(near, [organizationId, source, time_captured, withinMs, imageId]);
}

const one = statement('sightings.find', `select ${COLUMNS} from sightings where id = $1`);

export function findSighting(db: Db, id: number): Promise<StoredSighting | null> {
  return db.row(one, [id]);
}

const INSERT = `insert into sightings (${COLUMNS}) values (${COLUMNS.map((_, i) => `$${i + 1}`)})`;
const insert = statement('sightings.insert', INSERT);
const put = statement(
  'sightings.put',
  `${INSERT} on conflict (id) do update set ${COLUMNS.slice(1).map((column) => `${column} = excluded.${column}`)}`,
);

const valuesOf = (sighting: StoredSighting) => COLUMNS.map((name) => sighting[name]);

/** A sighting with a new id. */
export async function insertSighting(tx: Transaction, sighting: StoredSighting): Promise<void> {
  await tx.run(insert, valuesOf(sighting));
}

export async function putSighting(tx: Transaction, sighting: StoredSighting): Promise<void> {
  await tx.run(put, valuesOf(sighting));
}

const remove = statement('sightings.delete', 'delete from sightings where id = any($1::bigint[])');

export async function deleteSightings(tx: Transaction, ids: number[]): Promise<void> {
  await tx.run(remove, [ids]);
}

const assign = statement(
  'sightings.assign',
  'update images set sighting_id = $1 where id = any($2::uuid[]) and sighting_id <> $1',
);

/** Of images that were read before. The sighting of a new image is saved with its reading. */
export async function assignImages(tx: Transaction, sightingId: number, imageIds: string[]): Promise<void> {
  await tx.run(assign, [sightingId, imageIds]);
}

const views = statement(
  'sightings.views',
  `select id as "imageId", received_at as "receivedAt", source, time_captured, latitude, longitude, city, state, route, traffic_direction,
     readings as read
   from images where id = any($1::uuid[]) and readings is not null`,
);

/** The views of images that were read, with their corrections; other images are left out. */
export async function findViews(db: Db, imageIds: string[]): Promise<View[]> {
  const found = await db.rows<View>(views, [imageIds]);
  const labels = await findLabels(db, imageIds);
  return found.map((view) => ({ ...view, read: withLabels(view.read, labels.get(view.imageId) ?? []) }));
}
