import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { Keyring } from './keyring.ts';

/** Encrypts stored secrets (AES-256-GCM). The context is authenticated: a sealed secret opens only with the same context. */
export type Sealing = {
  seal(text: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
};

/** The start of every sealed value: identifies the key that sealed it. */
export function sealingId(secret: string): Buffer {
  return keyOf(secret).id;
}

const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = ID_BYTES + IV_BYTES + TAG_BYTES;

/** The current key seals, all keys can open. To rotate, add the new key in front and keep the old one. */
export function sealing(ring: Keyring): Sealing {
  const keys = new Map(ring.keys.map((secret) => [secret, keyOf(secret)]));
  return {
    seal(text, context) {
      const { key, id } = keys.get(ring.current) ?? keyOf(ring.current);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([id, iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed, context) {
      const key = keys.values().find(({ id }) => id.equals(sealed.subarray(0, ID_BYTES)))?.key;
      if (!key) throw unreadable();
      try {
        const iv = sealed.subarray(ID_BYTES, ID_BYTES + IV_BYTES);
        const cipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
        cipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(ID_BYTES + IV_BYTES, HEAD_BYTES));
        return Buffer.concat([cipher.update(sealed.subarray(HEAD_BYTES)), cipher.final()]).toString('utf8');
      } catch {
        throw unreadable();
      }
    },
  };
}

function keyOf(secret: string): { key: Buffer; id: Buffer } {
  const key = hash('sha256', `sealing\n${secret}`, 'buffer');
  return { key, id: hash('sha256', key, 'buffer').subarray(0, ID_BYTES) };
}

const unreadable = () =>
  new AppError('failed', 'A stored secret cannot be read.', {
    detail: 'It was sealed with another SECRET_KEY, or for another context.',
  });
