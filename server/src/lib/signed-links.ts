import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from './bytes/keyring.ts';

/** Links that grant access to one path until they expire. */
export type SignedLinks = {
  /** Adds `expires` and `signature` to the path. */
  sign(path: string, expiresAt: Date): string;
  /** True if a key of the ring signed the path and `expires`, and the link has not expired. */
  isValid(path: string, expires: string, signature: string, now: Date): boolean;
};

export function signedLinks(ring: Keyring): SignedLinks {
  const mac = (secret: string, path: string, expires: string) =>
    createHmac('sha256', secret).update(`link\n${path}\n${expires}`).digest('base64url');
  return {
    sign(path, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      return `${path}?expires=${expires}&signature=${mac(ring.current, path, expires)}`;
    },
    isValid(path, expires, signature, now) {
      if (!/^\d{1,12}$/.test(expires)) return false;
      // Compared as text, because several base64url texts decode to the same bytes.
      const given = Buffer.from(signature);
      const isSigned = ring.keys.some((secret) => {
        const expected = Buffer.from(mac(secret, path, expires));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isSigned && now.getTime() < Number(expires) * 1000;
    },
  };
}
