import { randomBytes } from 'node:crypto';
import { sha256 } from '../../lib/bytes/hash.ts';

/** The secret of a link in an email. Only its hash is stored. */
export function newOneTimeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
}

/** The secret is in the fragment of the URL: browsers do not send it to servers, and no log contains it. */
export const invitationPath = (token: string) => `/console/invitation#${token}`;
export const passwordResetPath = (token: string) => `/console/reset#${token}`;
