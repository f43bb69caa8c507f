import type { Correction, CreateCorrection } from '../../../contract/image.ts';
import { type Database, retryOnDeadlock, type Transaction } from '../../../db/database.ts';
import { AppError, invalid } from '../../../lib/errors.ts';
import { findImage, type ImageRow } from '../../images/image-rows.ts';
import { takeQuota } from '../../quotas/quota-store.ts';
import { type PackedReading, unpackReading } from '../sighting/packed-reading.ts';
import { placeAgain } from '../sighting/place-again.ts';
import { DEFAULT_RULES, type SightingRules } from '../sighting/sighting-rules.ts';
import { lockSource } from '../sighting/sighting-store.ts';
import { doubtAbout } from './doubt-about.ts';
import { labelOf, readingOf } from './label.ts';
import { deleteLabel, listCorrections, putLabel } from './label-store.ts';

type Corrector = {
  database: Database;
  now: Date;
  organizationId: number;
  userId: number;
  /** Wakes the workers of a queue. */
  wake: (table: string) => void;
  rules?: SightingRules;
};
export type Corrected = { corrections: Correction[]; is_sighting_changed: boolean };

/**
 * Stores a person's correction and places the image again with it, in one transaction: it may leave its sighting. An unlikely
 * value is refused unless the person confirms it.
 */
export function correctImage(
  corrector: Corrector,
  imageId: string,
  correction: CreateCorrection,
): Promise<Corrected> {
  const { organizationId, userId } = corrector;
  const label = labelOf(correction);
  return change(corrector, imageId, async (tx, image) => {
    const doubt = correction.confirm ? null : await doubtAbout(tx, label);
    if (doubt !== null) {
      const msg = `${doubt} Send "confirm": true to store it nevertheless.`;
      throw invalid([{ type: 'confirmation_required', loc: ['body', 'confirm'], msg, input: label.value }]);
    }
    const stored = image.readings as PackedReading | null;
    const read = readingOf(stored && unpackReading(stored), label.field);
    const [readValue, readScore] = [read?.value ?? '', read?.score ?? 'N/A'];
    await putLabel(tx, { ...label, imageId, organizationId, userId, readValue, readScore });
  });
}

/** Removes a correction: the image is placed by what was read, and all sightings are as they were before. */
export function withdrawCorrection(corrector: Corrector, imageId: string, field: string): Promise<Corrected> {
  return change(corrector, imageId, async (tx) => {
    if (!(await deleteLabel(tx, imageId, field))) {
      throw new AppError('not_found', 'This field of the image has not been corrected.');
    }
  });
}

/** The lock of the source keeps a worker that reads the image from using the labels of before. */
async function change(
  { database, organizationId, now, wake, rules = DEFAULT_RULES }: Corrector,
  imageId: string,
  write: (tx: Transaction, image: ImageRow) => Promise<void>,
): Promise<Corrected> {
  const changed = await retryOnDeadlock(() =>
    database.transaction(async (tx) => {
      await takeQuota(tx, organizationId, 'corrections_per_day', 1, now);
      const unlocked = await findImage(tx, imageId);
      if (unlocked?.organization_id !== organizationId) {
        throw new AppError('not_found', 'There is no such image.');
      }
      await lockSource(tx, organizationId, unlocked.source);
      const image = (await findImage(tx, imageId)) ?? unlocked;
      await write(tx, image);
      return image.sighting_id !== null && placeAgain(tx, organizationId, imageId, rules);
    }),
  );
  if (changed) for (const table of ['unmatched_sightings', 'revisits']) wake(table);
  return { corrections: await listCorrections(database, imageId), is_sighting_changed: changed };
}
