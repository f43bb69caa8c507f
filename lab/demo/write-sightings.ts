import type { Database } from '../../server/src/db/database.ts';
import type { ReadLine } from '../../server/src/domain/observations/read-lines.ts';
import { type NewSighting, recordSightings } from '../../server/src/domain/observations/record-sightings.ts';
import { bucketOfSighting } from '../../server/src/lib/camera-bucket.ts';
import { insertReadImages } from '../../server/test/support/images/insert-read-images.ts';
import { demoImageId, demoOrganizations } from './demo-ids.ts';

/** With the text on the door that its image showed. */
export type DemoSighting = NewSighting & { door?: ReadLine[] };

/** Writes sightings of the partner, with images that show the doors. Their months must exist (`ensureMonths`). */
export async function writeSightings(database: Database, batch: DemoSighting[]): Promise<void> {
  const sightings = batch.map(({ door, ...sighting }) => ({
    ...sighting,
    ...(door && { lines: door.map(({ text }) => text) }),
  }));
  const keys = await database.transaction((tx) => recordSightings(tx, sightings));
  const images = batch.flatMap(({ door, time_captured: time }, i) => {
    const sightingId = keys[i]?.id ?? 0;
    const id = demoImageId('door', time, String(sightingId), bucketOfSighting(sightingId));
    return door ? [{ id, sightingId, time, lines: door }] : [];
  });
  await insertReadImages(database, demoOrganizations.partner, images);
}
