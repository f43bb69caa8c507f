import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import { removeSuppressed } from './store.ts';

/** From now on mails are written for this address again; those that were not written meanwhile are not made up for. */
export async function liftSuppression(db: Db, address: string): Promise<void> {
  if ((await removeSuppressed(db, address)) === 0) {
    throw new AppError('not_found', `The address ${address} is not suppressed.`);
  }
}
