import { type Db, statement } from '../../db/database.ts';
import type { ObservationType } from './observation.ts';

export type Point = { latitude: number; longitude: number };

export type NearSighting = {
  time_captured: Date;
  location_city: string;
  location_state: string;
  latitude: number;
  longitude: number;
  type: ObservationType;
  miles: number;
};

const MILES_PER_DEGREE = 69.0;

/**
 * The newest first, so a carrier that was there is found after a few rows. At worst, for one that never was, every
 * row of its last days is looked at: about 1 µs each. The box is compared before the sphere is asked.
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

/** The newest sighting of a carrier within so many miles of a point and between two moments; null when there is none. */
export function seenNear(
  db: Db,
  usdotNumber: number,
  { latitude, longitude }: Point,
  radiusMiles: number,
  from: Date,
  to: Date,
): Promise<NearSighting | null> {
  const degrees = (radiusMiles / MILES_PER_DEGREE) * 1.01;
  // Meridians come together towards the poles.
  const narrow = Math.cos((Math.min(Math.abs(latitude) + degrees, 89.9) * Math.PI) / 180);
  const width = Math.min(180, degrees / narrow);
  return db.row<NearSighting>(newestNear, [
    usdotNumber,
    from,
    to,
    latitude,
    longitude,
    radiusMiles,
    degrees,
    width,
  ]);
}
