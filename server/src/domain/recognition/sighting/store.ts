import { LOCKS } from '../../../db/advisory-locks.ts';
import { type Db, statement, type Transaction } from '../../../db/database.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import type { TruckMarks } from './same-truck.ts';
import type { PictureRead, View } from './view.ts';

/** Where a sighting stands, and what tells whether another picture shows the same truck. */
export type SightingPlace = ObservationKey & {
  organizationId: number;
  source: string;
  capturedUntil: Date;
  imageIds: string[];
  marks: TruckMarks;
  isOpen: boolean;
  /** Of all that its observation holds. */
  fingerprint: Buffer;
};

const lock = statement(
  'sightings.lock-source',
  `select pg_advisory_xact_lock(${LOCKS.sightingSource}, hashtext($1))`,
);

/** Who writes sightings of a source does so alone until the transaction ends. */
export async function lockSource(tx: Transaction, organizationId: number, source: string): Promise<void> {
  await tx.run(lock, [`${organizationId} ${source}`]);
}

const COLUMNS = `id, organization_id, source, usdot_number, time_captured, captured_until, image_ids, plate,
  read_usdot_number, vin, cab_number, trailer_number, is_open, fingerprint`;

type Row = {
  id: number;
  organization_id: number;
  source: string;
  usdot_number: number;
  time_captured: Date;
  captured_until: Date;
  image_ids: string[];
  plate: string;
  read_usdot_number: number;
  vin: string;
  cab_number: string;
  trailer_number: string;
  is_open: boolean;
  fingerprint: Buffer;
};

/** One short index range: what a source saw within two minutes before or after. */
const near = statement(
  'sightings.near',
  `select ${COLUMNS} from sightings
    where organization_id = $1 and source = $2
      and time_captured between $3::timestamptz - $4 * interval '1 ms' and $3::timestamptz + $4 * interval '1 ms'
      and greatest(captured_until, $3) - least(time_captured, $3) <= $4 * interval '1 ms'
    order by abs(extract(epoch from time_captured - $3::timestamptz)), id`,
);

export async function sightingsNear(
  db: Db,
  organizationId: number,
  source: string,
  time: Date,
  withinMs: number,
): Promise<SightingPlace[]> {
  return (await db.rows<Row>(near, [organizationId, source, time, withinMs])).map(place);
}

const one = statement('sightings.find', `select ${COLUMNS} from sightings where id = $1`);

export async function findSighting(db: Db, id: number): Promise<SightingPlace | null> {
  const row = await db.row<Row>(one, [id]);
  return row && place(row);
}

const put = statement(
  'sightings.put',
  `insert into sightings (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
   on conflict (id) do update set usdot_number = excluded.usdot_number, time_captured = excluded.time_captured,
     captured_until = excluded.captured_until, image_ids = excluded.image_ids, plate = excluded.plate,
     read_usdot_number = excluded.read_usdot_number, vin = excluded.vin, cab_number = excluded.cab_number,
     trailer_number = excluded.trailer_number, is_open = excluded.is_open, fingerprint = excluded.fingerprint`,
);

export async function putSighting(tx: Transaction, place: SightingPlace): Promise<void> {
  const { marks } = place;
  await tx.run(put, [
    ...[place.id, place.organizationId, place.source, place.usdot_number, place.time_captured],
    ...[place.capturedUntil, place.imageIds, marks.plate, marks.readUsdotNumber, marks.vin, marks.cabNumber],
    ...[marks.trailerNumber, place.isOpen, place.fingerprint],
  ]);
}

const drop = statement('sightings.drop', 'delete from sightings where id = any($1::bigint[])');

export async function dropSightings(tx: Transaction, ids: number[]): Promise<void> {
  await tx.run(drop, [ids]);
}

const belong = statement('sightings.belong', 'update images set sighting_id = $1 where id = any($2::uuid[])');

export async function giveImages(tx: Transaction, sightingId: number, imageIds: string[]): Promise<void> {
  await tx.run(belong, [sightingId, imageIds]);
}

const views = statement(
  'sightings.views',
  `select id as "imageId", source, time_captured as "timeCaptured", latitude, longitude, city, state, route,
     traffic_direction as "trafficDirection", readings as read
   from images where id = any($1::uuid[]) and readings is not null`,
);

/** What the pictures of a sighting said, when they were read. */
export function findViews(db: Db, imageIds: string[]): Promise<View[]> {
  return db.rows<View & { read: PictureRead }>(views, [imageIds]);
}

function place(row: Row): SightingPlace {
  return {
    ...{ id: row.id, usdot_number: row.usdot_number, time_captured: row.time_captured },
    ...{ organizationId: row.organization_id, source: row.source, capturedUntil: row.captured_until },
    ...{ imageIds: row.image_ids, isOpen: row.is_open, fingerprint: row.fingerprint },
    marks: {
      ...{ plate: row.plate, readUsdotNumber: row.read_usdot_number, vin: row.vin },
      ...{ cabNumber: row.cab_number, trailerNumber: row.trailer_number },
    },
  };
}
