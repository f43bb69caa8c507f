import type { Db } from '../../db/database.ts';
import { deleteOldAddresses } from './create-token.ts';
import { deleteOldRates } from './request-rates.ts';
import { deleteOldSignIns } from './sso/sign-in.ts';
import { deleteOldTokens } from './tokens-store.ts';

/** Deletes expired tokens, and counters and sign-ins that are over. */
export async function deleteOldIdentityRows(db: Db): Promise<void> {
  await deleteOldTokens(db);
  await deleteOldRates(db);
  await deleteOldAddresses(db);
  await deleteOldSignIns(db);
}
