import { LOCKS } from '../../../db/advisory-locks.ts';
import { type Db, statement, type Transaction } from '../../../db/database.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import { withLabels } from '../labels/label.ts';
import { findLabels } from '../labels/label-store.ts';
import type { TruckMarks } from './same-truck.ts';
import type { View } from './view.ts';

/** The key of a sighting's observation, and the marks that further images are compared with. */
export type StoredSighting = ObservationKey &
  TruckMarks & {
    organizationId: number;
    source: string;
    capturedUntil: Date;
    imageIds: string[];
    isOpen: boolean;
    /** Hash of the whole observation. */
    fingerprint: Buffer;
  };

const COLUMNS: Record<keyof StoredSighting, string> = {
  id: 'id',
  organizationId: 'organization_id',
  source: 'source',
  usdot_number: 'usdot_number',
  time_captured: 'time_captured',
  capturedUntil: 'captured_until',
  imageIds: 'image_ids',
  plate: 'plate',
  readUsdotNumber: 'read_usdot_number',
  vin: 'vin',
  cabNumber: 'cab_number',
  trailerNumber: 'trailer_number',
  isOpen: 'is_open',
  fingerprint: 'fingerprint',
};
const NAMES = Object.keys(COLUMNS) as (keyof StoredSighting)[];
const SELECTED = NAMES.map((name) => `${COLUMNS[name]} as "${name}"`).join(', ');

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
  `select id, plate, read_usdot_number as "readUsdotNumber", vin, cab_number as "cabNumber",
     trailer_number as "trailerNumber", $5 = any(image_ids) as "isOwn"
   from sightings
   where organization_id = $1 and source = $2
     and time_captured between $3::timestamptz - $4 * interval '1 ms' and $3::timestamptz + $4 * interval '1 ms'`,
);

export function sightingsNear(
  db: Db,
  organizationId: number,
  { source, timeCaptured, imageId }: View,
  withinMs: number,
): Promise<NearSighting[]> {
  return db.rows(near, [organizationId, source, timeCaptured, withinMs, imageId]);
}

const one = statement('sightings.find', `select ${SELECTED} from sightings where id = $1`);

export function findSighting(db: Db, id: number): Promise<StoredSighting | null> {
  return db.row(one, [id]);
}

const columns = Object.values(COLUMNS);
const INSERT = `insert into sightings (${columns}) values (${columns.map((_, i) => `$${i + 1}`)})`;
const insert = statement('sightings.insert', INSERT);
const put = statement(
  'sightings.put',
  `${INSERT} on conflict (id) do update set ${columns.slice(1).map((column) => `${column} = excluded.${column}`)}`,
);

const valuesOf = (sighting: StoredSighting) => NAMES.map((name) => sighting[name]);

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
  `select id as "imageId", source, time_captured as "timeCaptured", latitude, longitude, city, state, route,
     traffic_direction as "trafficDirection", readings as read
   from images where id = any($1::uuid[]) and readings is not null`,
);

/** The views of images that were read, with their corrections; other images are left out. */
export async function findViews(db: Db, imageIds: string[]): Promise<View[]> {
  const found = await db.rows<View>(views, [imageIds]);
  const labels = await findLabels(db, imageIds);
  return found.map((view) => ({ ...view, read: withLabels(view.read, labels.get(view.imageId) ?? []) }));
}
