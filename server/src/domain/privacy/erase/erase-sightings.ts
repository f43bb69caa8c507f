import {
  type Database,
  type Db,
  retryOnDeadlock,
  statement,
  type Transaction,
} from '../../../db/database.ts';
import { deleteImagesById } from '../../images/delete-image.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import { findSighting, lockSource } from '../../recognition/sighting/sighting-store.ts';
import { deleteWholeSightings } from '../delete-sightings.ts';
import {
  type FoundImage,
  findImages,
  findObservations,
  imagesOfSightings,
  imagesWithSameBytes,
} from './find-vehicle.ts';
import type { VehiclePattern } from './vehicle-pattern.ts';

/** The sightings and images of a vehicle. */
export type FoundSightings = {
  keys: Map<number, ObservationKey>;
  images: Map<string, FoundImage>;
  /** Other records of the same image files. They stay. */
  copies: FoundImage[];
};

const keysOf = statement(
  'erase.sighting-keys',
  'select usdot_number, time_captured, id from sightings where id = any($1::bigint[])',
);

/**
 * The sightings that show the vehicle, with all their images. With `allCopies` also every record of the same image files, with
 * its sighting; this repeats until nothing new is found.
 */
export async function findSightings(
  database: Db,
  pattern: VehiclePattern,
  { allCopies, onlyByValue }: { allCopies: boolean; onlyByValue: boolean },
): Promise<FoundSightings> {
  const keys = new Map<number, ObservationKey>();
  const images = new Map<string, FoundImage>();
  for (const key of await findObservations(database, pattern, onlyByValue)) keys.set(key.id, key);
  for (const image of await findImages(database, pattern, onlyByValue)) images.set(image.id, image);
  for (;;) {
    const before = keys.size + images.size;
    const ids = [...images.values()].flatMap(({ sighting_id }) => sighting_id ?? []);
    const unknown = ids.filter((id) => !keys.has(id));
    for (const key of await database.rows<ObservationKey>(keysOf, [unknown])) keys.set(key.id, key);
    for (const image of await imagesOfSightings(database, [...keys.keys()])) images.set(image.id, image);
    const copies = await imagesWithSameBytes(database, [...images.keys()]);
    if (allCopies) for (const image of copies) images.set(image.id, image);
    if (keys.size + images.size === before) return { keys, images, copies: allCopies ? [] : copies };
  }
}

/**
 * Each sighting goes with its images in one transaction, in which their files are marked for deletion. A command that was
 * killed is run again: it finds what is left.
 */
export async function eraseSightings(database: Database, { keys, images }: FoundSightings): Promise<void> {
  const bySighting = Map.groupBy(images.values(), ({ sighting_id }) => sighting_id);
  for (const key of keys.values()) {
    const own = (bySighting.get(key.id) ?? []).map(({ id }) => id);
    await retryOnDeadlock(() => database.transaction((tx) => eraseSighting(tx, key, own)));
  }
  const unread = [...images.values()].filter(
    ({ sighting_id }) => sighting_id === null || !keys.has(sighting_id),
  );
  await retryOnDeadlock(() =>
    database.transaction((tx) =>
      deleteImagesById(
        tx,
        unread.map(({ id }) => id),
      ),
    ),
  );
}

async function eraseSighting(tx: Transaction, key: ObservationKey, imageIds: string[]): Promise<void> {
  const unlocked = await findSighting(tx, key.id);
  if (unlocked) await lockSource(tx, unlocked.organization_id, unlocked.source);
  // A worker may have moved it to another carrier or time before the lock.
  const current = (unlocked && (await findSighting(tx, key.id))) ?? key;
  await deleteWholeSightings(tx, [current]);
  await deleteImagesById(tx, imageIds);
}
