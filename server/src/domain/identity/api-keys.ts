import { crc32 } from 'node:zlib';
import type { Db } from '../../db/database.ts';
import { randomBase62, toBase62 } from '../../lib/bytes/base62.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import type { ApiKey } from './records.ts';
import * as store from './store.ts';

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

/** The key itself is returned once; only its hash is stored. */
export async function issueApiKey(
  db: Db,
  organizationId: number,
  name: string,
  expiresAt: Date | null = null,
): Promise<ApiKey & { api_key: string }> {
  const api_key = makeApiKey();
  const hint = api_key.slice(0, PREFIX.length + 6);
  const row = await store.insertApiKey(db, {
    organizationId,
    name,
    hint,
    keyHash: sha256(api_key),
    expiresAt,
  });
  return { ...row, api_key };
}

function checksum(random: string): string {
  return toBase62(crc32(random), CHECKSUM_LENGTH);
}
