import { createHmac, timingSafeEqual } from 'node:crypto';

/** Links that grant access to one path until they expire. */
export type SignedLinks = {
  /** Adds `expires` and `signature` to the path. */
  sign(path: string, expiresAt: Date): string;
  /** True if the signature matches the path and `expires`, and the link has not expired. */
  isValid(path: string, expires: string, signature: string, now: Date): boolean;
};

export function signedLinks(secret: string): SignedLinks {
  const mac = (path: string, expires: string) =>
    createHmac('sha256', secret).update(`link\n${path}\n${expires}`).digest('base64url');
  return {
    sign(path, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      return `${path}?expires=${expires}&signature=${mac(path, expires)}`;
    },
    isValid(path, expires, signature, now) {
      if (!/^\d{1,12}$/.test(expires)) return false;
      // Compared as text, because several base64url texts decode to the same bytes.
      const [given, expected] = [Buffer.from(signature), Buffer.from(mac(path, expires))];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      return now.getTime() < Number(expires) * 1000;
    },
  };
}
