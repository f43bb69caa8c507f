import type { Static } from 'typebox';
import type { Organization } from '../../contract/admin/organization.ts';
import type { Identity } from '../../contract/token.ts';
import { type Db, statement } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';

const tokensInsert = statement(
  'identity.tokens.insert',
  `with signed_in as (update users set last_sign_in_at = now() where id = $3)
   insert into tokens (token_hash, user_id, purpose, expires_at, keyless, has_second_factor, sign_in_address, user_agent)
   values ($1, $3, 'access', $4, $6, $7, $8, $9), ($2, $3, 'refresh', $5, $6, $7, null, null)`,
);
export type NewToken = { token: string; expires: Date };
export type TokenTraits = {
  /** A console session: accepted without an API key. */
  keyless: boolean;
  /** A one-time code was checked, or the identity provider is responsible for it. */
  hasSecondFactor: boolean;
  /** Where the sign-in came from, for the user's list of sessions. */
  from: SignInSource;
};
export type SignInSource = { address: string; userAgent?: string | undefined };

const MAX_USER_AGENT = 300;

export async function insertTokenPair(
  db: Db,
  userId: number,
  access: NewToken,
  refresh: NewToken,
  { keyless, hasSecondFactor, from: { address, userAgent } }: TokenTraits,
): Promise<void> {
  const hashes = [sha256(access.token), sha256(refresh.token)];
  const traits = [keyless, hasSecondFactor, address, userAgent?.slice(0, MAX_USER_AGENT)];
  await db.run(tokensInsert, [...hashes, userId, access.expires, refresh.expires, ...traits]);
}

export type KeyRow = { api_key_id: number; organization_id: number; expires_at: Date | null };

const keyByHash = statement(
  'identity.key-by-hash',
  `select k.id as api_key_id, k.organization_id, k.expires_at
     from api_keys k join organizations o on o.id = k.organization_id
    where k.key_hash = $1 and k.revoked_at is null and o.disabled_at is null`,
);
/** The key may have expired. */
export function findKey(db: Db, keyHash: Buffer): Promise<KeyRow | null> {
  return db.row<KeyRow>(keyByHash, [keyHash]);
}

const apiKeyTouch = statement(
  'identity.api-key.touch',
  `update api_keys set last_used_at = greatest(last_used_at, $2) where id = any ($1::int[])`,
);
export function touchApiKeys(db: Db, ids: number[], usedAt: Date): Promise<number> {
  return db.run(apiKeyTouch, [ids, usedAt]);
}

export type TokenRow = Omit<Static<typeof Identity>, 'organization_kind' | 'token_expires'> & {
  organization_kind: Organization['kind'];
  expires_at: Date;
  token_hash: Buffer;
  session_id: number;
  /** A console session: accepted without an API key. */
  keyless: boolean;
};

const tokenByHash = statement(
  'identity.token-by-hash',
  `select u.id as user_id, u.email, u.roles, t.expires_at, t.token_hash, t.id as session_id, t.keyless,
          o.require_totp and u.kind = 'person' and not t.has_second_factor as lacks_second_factor,
          o.id as organization_id, o.name as organization_name, o.kind as organization_kind, o.timezone,
          o.purpose_required, o.is_demo
     from tokens t join users u on u.id = t.user_id join organizations o on o.id = u.organization_id
    where t.token_hash = $1 and t.purpose = 'access' and u.disabled_at is null and o.disabled_at is null`,
);
export function findAccessToken(db: Db, tokenHash: Buffer): Promise<TokenRow | null> {
  return db.row<TokenRow>(tokenByHash, [tokenHash]);
}

const tokenRevoke = statement('identity.tokens.revoke', `delete from tokens where token_hash = $1`);
export function revokeToken(db: Db, tokenHash: Buffer): Promise<number> {
  return db.run(tokenRevoke, [tokenHash]);
}

const tokensRevoke = statement(
  'identity.tokens.revoke-all',
  `delete from tokens where user_id = any ($1::int[])`,
);
/** All access and refresh tokens of these users. */
export function revokeTokens(db: Db, userIds: number[]): Promise<number> {
  return db.run(tokensRevoke, [userIds]);
}
