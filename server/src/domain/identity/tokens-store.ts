import type { Role } from '../../contract/roles.ts';
import { type Db, statement } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import type { OrganizationKind } from './records.ts';

const tokensInsert = statement(
  'identity.tokens.insert',
  `insert into tokens (token_hash, user_id, purpose, expires_at)
   values ($1, $3, 'access', $4), ($2, $3, 'refresh', $5)`,
);
export type NewToken = { token: string; expires: Date };
export async function insertTokenPair(
  db: Db,
  userId: number,
  access: NewToken,
  refresh: NewToken,
): Promise<void> {
  const hashes = [sha256(access.token), sha256(refresh.token)];
  await db.run(tokensInsert, [...hashes, userId, access.expires, refresh.expires]);
}

export type KeyRow = { api_key_id: number; organization_id: number };

const keyByHash = statement(
  'identity.key-by-hash',
  `select id as api_key_id, organization_id from api_keys where key_hash = $1 and revoked_at is null`,
);
export function findKey(db: Db, keyHash: Buffer): Promise<KeyRow | null> {
  return db.row<KeyRow>(keyByHash, [keyHash]);
}

export type TokenRow = {
  user_id: number;
  email: string;
  roles: Role[];
  expires_at: Date;
  organization_id: number;
  organization_name: string;
  organization_kind: OrganizationKind;
  timezone: string;
  /** Requests that show plates or VINs must state a purpose. */
  purpose_required: boolean;
};

const tokenByHash = statement(
  'identity.token-by-hash',
  `select u.id as user_id, u.email, u.roles, t.expires_at, o.id as organization_id, o.name as organization_name,
          o.kind as organization_kind, o.timezone, o.purpose_required
     from tokens t join users u on u.id = t.user_id join organizations o on o.id = u.organization_id
    where t.token_hash = $1 and t.purpose = 'access' and u.disabled_at is null`,
);
export function findAccessToken(db: Db, tokenHash: Buffer): Promise<TokenRow | null> {
  return db.row<TokenRow>(tokenByHash, [tokenHash]);
}

/** For 30 days an expired token is reported as expired, afterwards as unknown. */
const tokensDelete = statement(
  'identity.tokens.delete-old',
  `delete from tokens where expires_at < now() - interval '30 days'`,
);
const attemptsDelete = statement(
  'identity.attempts.delete-old',
  `delete from token_attempts where times[cardinality(times)] < now() - interval '2 hours'`,
);
export async function deleteOldTokens(db: Db): Promise<number> {
  return (await db.run(tokensDelete)) + (await db.run(attemptsDelete));
}
