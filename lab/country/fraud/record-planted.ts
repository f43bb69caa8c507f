import type { Database } from '../../../server/src/db/database.ts';
import type { NewObservation } from '../../../server/src/domain/observations/observation.ts';
import type { ReadLine } from '../../../server/src/domain/observations/read-lines.ts';
import { recordObservations } from '../../../server/src/domain/observations/record-observations.ts';
import { insertReadImages } from '../../../server/test/support/images/insert-read-images.ts';

/** A sighting, and the text on the door that its image shows. */
export type PlantedSighting = NewObservation & { door?: ReadLine[] };

/** The months must exist (`ensureMonths`). */
export async function recordPlanted(
  database: Database,
  organizationId: number,
  sightings: PlantedSighting[],
): Promise<void> {
  const keys = await recordObservations(
    database,
    sightings.map(({ door: _, ...observation }) => observation),
  );
  await insertReadImages(
    database,
    organizationId,
    sightings.flatMap(({ door, time_captured }, i) =>
      door ? [{ sightingId: keys[i]?.id ?? 0, time: time_captured, lines: door }] : [],
    ),
  );
}
