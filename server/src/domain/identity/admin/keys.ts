import type { Db } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { invalid } from '../../../lib/errors.ts';
import { type Actor, notFound } from '../actor.ts';
import { issueApiKey } from '../api-keys.ts';
import { problem } from '../problem.ts';
import type { ApiKey } from '../records.ts';
import * as store from '../store.ts';
import { getOrganization } from './organizations.ts';

type NewKey = { organizationId: number; name: string; expiresAt: Date | null };

/** Returns the key, which cannot be retrieved later. */
export async function createApiKey(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  { organizationId, name, expiresAt }: NewKey,
): Promise<ApiKey & { api_key: string }> {
  await getOrganization(db, actor, organizationId);
  if (expiresAt !== null && expiresAt <= clock.now())
    throw invalid([problem('expires_at', 'expires_at must be in the future', expiresAt.toISOString())]);
  return issueApiKey(db, organizationId, name, expiresAt);
}

export async function apiKeysOf(db: Db, actor: Actor, organizationId: number): Promise<ApiKey[]> {
  await getOrganization(db, actor, organizationId);
  return store.listApiKeys(db, organizationId);
}

/** Effective immediately, in every process. */
export async function revokeApiKey(
  db: Db,
  actor: Actor,
  organizationId: number,
  apiKeyId: number,
): Promise<ApiKey> {
  await getOrganization(db, actor, organizationId);
  const key = await store.revokeApiKey(db, organizationId, apiKeyId);
  if (key === null) throw notFound('API key');
  return key;
}
