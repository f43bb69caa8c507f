import { crc32 } from 'node:zlib';
import type { ApiKey, CreateApiKey, NewApiKey } from '../../contract/admin/api-key.ts';
import { type Db, readRow, statement } from '../../db/database.ts';
import { randomBase62, toBase62 } from '../../lib/bytes/base62.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Actor, invalidField, notFound } from './actor.ts';
import { getOrganization } from './organization-store.ts';

const PREFIX = 'mp_';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const FORMAT = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

export function makeApiKey(): string {
  const random = randomBase62(RANDOM_LENGTH);
  return `${PREFIX}${random}${checksum(random)}`;
}

/** Rejects mistyped and invented keys by their checksum, without a database lookup. */
export function hasApiKeyFormat(text: string): boolean {
  const [, random, sum] = FORMAT.exec(text) ?? [];
  return random !== undefined && checksum(random) === sum;
}

function checksum(random: string): string {
  return toBase62(crc32(random), CHECKSUM_LENGTH);
}

const API_KEY = `id as api_key_id, organization_id, name, hint, created_at, expires_at, last_used_at, revoked_at`;
const insert = statement(
  'identity.api-key.insert',
  `insert into api_keys (organization_id, name, hint, key_hash, expires_at) values ($1, $2, $3, $4, $5) returning ${API_KEY}`,
);
const list = statement(
  'identity.api-key.list',
  `select ${API_KEY} from api_keys where organization_id = $1 order by id`,
);
const revoke = statement(
  'identity.api-key.revoke',
  `update api_keys set revoked_at = coalesce(revoked_at, now()) where organization_id = $1 and id = $2 returning ${API_KEY}`,
);

/** The key itself is returned once; only its hash is stored. */
export async function issueApiKey(
  db: Db,
  organizationId: number,
  name: string,
  expiresAt: Date | null = null,
): Promise<NewApiKey> {
  const api_key = makeApiKey();
  const hint = api_key.slice(0, PREFIX.length + 6);
  const values = [organizationId, name, hint, sha256(api_key), expiresAt];
  return { ...(await readRow<ApiKey>(db, insert, values)), api_key };
}

export async function createApiKey(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  organizationId: number,
  { name, expires_at: expiresAt }: CreateApiKey,
): Promise<NewApiKey> {
  await getOrganization(db, actor, organizationId);
  if (expiresAt && expiresAt <= clock.now())
    throw invalidField('expires_at', 'Must be in the future', expiresAt.toISOString());
  return issueApiKey(db, organizationId, name, expiresAt);
}

export async function apiKeysOf(db: Db, actor: Actor, organizationId: number): Promise<ApiKey[]> {
  await getOrganization(db, actor, organizationId);
  return db.rows<ApiKey>(list, [organizationId]);
}

/** Effective immediately, in every process. */
export async function revokeApiKey(
  db: Db,
  actor: Actor,
  organizationId: number,
  apiKeyId: number,
): Promise<ApiKey> {
  await getOrganization(db, actor, organizationId);
  const key = await db.row<ApiKey>(revoke, [organizationId, apiKeyId]);
  if (key === null) throw notFound('API key');
  return key;
}
