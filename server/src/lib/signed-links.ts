import { createHmac, timingSafeEqual } from 'node:crypto';

/** Links that open one path until a certain second, for whoever holds them. */
export type SignedLinks = {
  /** The path with `expires` and `signature`. */
  sign(path: string, expiresAt: Date): string;
  /** True for a signature of ours over this path and second, while that second is not past. */
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
      // As text: of two spellings of the same bytes only our own is right.
      const [given, right] = [Buffer.from(signature), Buffer.from(mac(path, expires))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      return now.getTime() < Number(expires) * 1000;
    },
  };
}
