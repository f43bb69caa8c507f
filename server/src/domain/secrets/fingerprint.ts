import { createHmac, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);
/** 32 MiB and about 0.1 s, so that a copy of the database is no cheap way to test guesses of a secret. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

/** Identifies a secret in one installation. The secret cannot be computed from it. */
export async function fingerprintOf(installationId: string, name: string, secret: string): Promise<Buffer> {
  const key = await derive(secret, `${installationId} ${name}`, 32, COST);
  return createHmac('sha256', key).update(`milepost fingerprint ${name}`).digest();
}

/** The start of a fingerprint as the second key of an advisory lock. */
export function lockKey(fingerprint: Buffer): number {
  return fingerprint.readInt32BE(0);
}
