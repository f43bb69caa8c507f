import type { LaneCheck } from '../../contract/lane.ts';
import { type Db, statement } from '../../db/database.ts';
import { fromRow, type Observation, type ObservationKey } from './observation.ts';
import { columnList } from './record-observations.ts';

const find = statement(
  'observations.find',
  `select ${columnList} from observations where usdot_number = $1 and time_captured = $2 and id = $3`,
);

export async function findObservation(db: Db, key: ObservationKey): Promise<Observation | null> {
  const row = await db.row<Record<string, unknown>>(find, [key.usdot_number, key.time_captured, key.id]);
  return row && fromRow(row);
}

type ImagedSighting = { image_id: string } & Pick<
  Observation,
  'time_captured' | 'location_city' | 'location_state'
>;

/** A short range of an index that contains only sightings with an image. */
const newestWithImage = statement(
  'observations.newest-with-image',
  `select image_id, time_captured, location_city, location_state from observations
    where usdot_number = $1 and image_id is not null order by time_captured desc, id desc limit 20`,
);

/** The newest sightings of a carrier that had an image, which may have been deleted since. */
export function findNewestWithImage(db: Db, usdotNumber: number): Promise<ImagedSighting[]> {
  return db.rows<ImagedSighting>(newestWithImage, [usdotNumber]);
}

export type Point = { latitude: number; longitude: number };
export type NearSighting = Omit<NonNullable<LaneCheck['origin']['last_seen']>, 'time_captured'> & {
  time_captured: Date;
};

const MILES_PER_DEGREE = 69.0;

/**
 * Newest first, so that a carrier that was there is found after a few rows; the worst case is about 1 µs for each row of
 * the period. The bounding box is compared before the distance is computed.
 */
const newestNear = statement(
  'observations.newest-near',
  `select * from (
     select o.time_captured, o.location_city, o.location_state, o.latitude, o.longitude, o.type,
       2 * 3958.7613 * asin(least(1, sqrt(
         sin(radians(o.latitude - $4) / 2) ^ 2
         + cos(radians($4)) * cos(radians(o.latitude)) * sin(radians(o.longitude - $5) / 2) ^ 2))) as miles
     from observations o
     where o.usdot_number = $1 and o.time_captured >= $2 and o.time_captured <= $3
       and o.latitude between $4 - $7 and $4 + $7
       and (abs(o.longitude - $5) <= $8 or abs(o.longitude - $5) >= 360 - $8)
     order by o.time_captured desc, o.id desc offset 0) near
   where miles <= $6 limit 1`,
);

/** The newest sighting of a carrier within a radius of a point and between two times. */
export function findNewestNear(
  db: Db,
  usdotNumber: number,
  { latitude, longitude }: Point,
  radiusMiles: number,
  from: Date,
  to: Date,
): Promise<NearSighting | null> {
  const degrees = (radiusMiles / MILES_PER_DEGREE) * 1.01;
  // Degrees of longitude get shorter towards the poles.
  const shortest = Math.cos((Math.min(Math.abs(latitude) + degrees, 89.9) * Math.PI) / 180);
  const width = Math.min(180, degrees / shortest);
  const values = [usdotNumber, from, to, latitude, longitude, radiusMiles, degrees, width];
  return db.row<NearSighting>(newestNear, values);
}
