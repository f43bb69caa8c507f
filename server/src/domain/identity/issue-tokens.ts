import { randomBytes } from 'node:crypto';
import type { TokenPair } from '../../contract/token.ts';
import type { Database } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import type { Clock } from '../../lib/clock.ts';
import { endExcessSessions } from './sessions.ts';
import { insertTokenPair, type NewToken, type TokenTraits } from './token-store.ts';

type Issuer = { db: Database; clock: Clock; accessTokenSeconds: number; refreshTokenSeconds: number };

type SignedIn = { user_id: number; organization_id: number; organization_name: string };

/** Issues a token pair to a user whose credentials were checked, and records the sign-in. */
export async function issueTokens(issuer: Issuer, user: SignedIn, traits: TokenTraits): Promise<TokenPair> {
  const now = issuer.clock.now().getTime();
  const access = newToken('mpa_', now + issuer.accessTokenSeconds * 1_000);
  const refresh = newToken('mpr_', now + issuer.refreshTokenSeconds * 1_000);
  await issuer.db.transaction(async (tx) => {
    await insertTokenPair(tx, user.user_id, access, refresh, traits);
    if (traits.keyless) await endExcessSessions(tx, user.user_id, sha256(access.token));
  });
  return {
    access_token_data: { token: access.token, expires: access.expires.toISOString() },
    refresh_token_data: { token: refresh.token, expires: refresh.expires.toISOString() },
    user_id: user.user_id,
    company_id: user.organization_id,
    customer_name: user.organization_name,
  };
}

function newToken(prefix: string, expires: number): NewToken {
  return { token: prefix + randomBytes(32).toString('base64url'), expires: new Date(expires) };
}

/** The secret of a link in an email. Only its hash is stored. */
export function newOneTimeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
}
