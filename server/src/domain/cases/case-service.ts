import type { LimitFunction } from 'p-limit';
import type { Database } from '../../db/database.ts';
import type { Reader } from '../../db/reader.ts';
import type { Sealing } from '../../lib/bytes/sealing.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ImageService } from '../images/image-service.ts';
import type { TimeStamps } from '../signing/time-stamps.ts';

export type CaseService = {
  db: Database;
  /** For sightings; cases are read from `db`. */
  reader: Reader;
  images: ImageService;
  clock: Clock;
  /** Seals the private key that signs packs. */
  sealing: Sealing;
  /** Null if the operator has configured no authority. */
  timeStamps: TimeStamps | null;
  /** Limits how many packs are made at once. */
  packsAtOnce: LimitFunction;
};
