import { type Db, statement } from '../../db/database.ts';

/** A sighting that was read from a picture. */
export type PicturedSighting = {
  image_id: string;
  time_captured: Date;
  location_city: string;
  location_state: string;
};

/** One short range of an index that holds nothing but pictured sightings. */
const newest = statement(
  'observations.newest-pictures',
  `select image_id, time_captured, location_city, location_state from observations
    where usdot_number = $1 and image_id is not null order by time_captured desc, id desc limit 20`,
);

/** A carrier's newest sightings that had a picture, the newest first. Whether it is still kept is not known here. */
export function newestPictures(db: Db, usdotNumber: number): Promise<PicturedSighting[]> {
  return db.rows<PicturedSighting>(newest, [usdotNumber]);
}
