import type { Db } from '../../../db/database.ts';
import type { Actor } from '../actor.ts';
import { revokeToken, revokeTokens } from '../tokens-store.ts';

/** Revokes the access token of the request. */
export async function signOut(db: Db, _actor: Actor & { userId: number }, tokenHash: Buffer): Promise<void> {
  await revokeToken(db, tokenHash);
}

/** Revokes all tokens of the user. */
export async function signOutEverywhere(db: Db, actor: Actor & { userId: number }): Promise<void> {
  await revokeTokens(db, [actor.userId]);
}
