import type { Database } from '../db/database.ts';
import { countCameras } from '../domain/images/cameras/count-cameras.ts';
import type { Clock } from '../lib/clock.ts';
import type { Stage } from './run-stages.ts';

/** Counts the images of each camera. */
export function countCamerasStage(database: Database, clock: Clock): Stage {
  return {
    name: 'count-cameras',
    everyMs: 60_000,
    stuckAfterMs: 30 * 60_000,
    run: (signal) => countCameras(database, clock.now(), signal),
  };
}
