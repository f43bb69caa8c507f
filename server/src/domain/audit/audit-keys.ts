import { hash, timingSafeEqual } from 'node:crypto';
import { identifier } from '../../lib/identifiers/comparable.ts';

export type SubjectKind = 'plate' | 'vin';
/** A plate or VIN that a request named or returned. */
export type Subject = { kind: SubjectKind; value: string };

/** The keys of the audit log. The first one is used for new entries; the others find and verify older ones. */
export type AuditKeys = {
  /** The fingerprint of the current key. */
  readonly id: Buffer;
  /** The first 64 bits of the HMAC as a decimal number; null for an empty value. */
  subject(kind: SubjectKind, value: string): string | null;
  /** The hash under every key, with the fingerprint of the key. */
  subjectUnderAll(kind: SubjectKind, value: string): { key: Buffer; subject: string }[];
  mac(bytes: Buffer): Buffer;
  /** Null when the key is not configured. */
  isMac(key: Buffer, bytes: Buffer, mac: Buffer): boolean | null;
};

const ID_BYTES = 8;
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const MAX_REMEMBERED = 50_000;

/** Derived from SECRET_KEY: one key, or several, newest first. */
export function auditKeys(secrets: readonly string[]): AuditKeys {
  const keys = secrets.map((secret) => {
    const subjects = hash('sha256', `audit subjects\n${secret}`, 'buffer');
    const id = hash('sha256', subjects, 'buffer').subarray(0, ID_BYTES);
    return { id, subjects: hmac(subjects), seals: hmac(hash('sha256', `audit seals\n${secret}`, 'buffer')) };
  });
  const [first] = keys;
  if (!first) throw new Error('the audit log needs a key');
  let remembered = new Map<string, string | null>();
  return {
    id: first.id,
    subject(kind, value) {
      const name = `${kind}\n${value}`;
      const known = remembered.get(name);
      if (known !== undefined) return known;
      const plain = identifier(value);
      const subject = plain === '' ? null : shortened(first.subjects(Buffer.from(`${kind}\n${plain}`)));
      if (remembered.size >= MAX_REMEMBERED) remembered = new Map();
      remembered.set(name, subject);
      return subject;
    },
    subjectUnderAll(kind, value) {
      const name = Buffer.from(`${kind}\n${identifier(value)}`);
      return keys.map(({ id, subjects }) => ({ key: id, subject: shortened(subjects(name)) }));
    },
    mac: (bytes) => first.seals(bytes),
    isMac(key, bytes, mac) {
      const known = keys.find(({ id }) => id.equals(key));
      if (!known) return null;
      const expected = known.seals(bytes);
      return expected.length === mac.length && timingSafeEqual(expected, mac);
    },
  };
}

function shortened(digest: Buffer): string {
  return digest.readBigInt64BE(0).toString();
}

/** HMAC-SHA256 (RFC 2104) from two one-shot hashes, which take a quarter of the time of `createHmac` on short texts. */
function hmac(key: Buffer): (message: Buffer) => Buffer {
  const pad = (byte: number) =>
    Buffer.from(Array.from({ length: BLOCK_BYTES }, (_, i) => (key[i] ?? 0) ^ byte));
  const [inner, outer] = [pad(0x36), pad(0x5c)];
  const outside = Buffer.concat([outer, Buffer.alloc(DIGEST_BYTES)]);
  return (message) => {
    hash('sha256', Buffer.concat([inner, message]), 'buffer').copy(outside, BLOCK_BYTES);
    return hash('sha256', outside, 'buffer');
  };
}
