import { createHash, hash } from 'node:crypto';

/** For URLs, files, keys and tokens. Not for passwords: they need a slow hash. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** A version 8 UUID derived from its parts: the same parts always give the same id. */
export function hashedUuid(...parts: (string | Buffer)[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  const bytes = digest.digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
