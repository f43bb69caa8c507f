import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** The id of a public key follows from its 32 bytes, so that nobody can publish another key under it. */
export function keyIdOf(publicKey: Buffer): string {
  return hash('sha256', publicKey, 'hex').slice(0, 32);
}

export const PUBLIC_KEY_BYTES = 32;

export type NewKey = { id: string; publicKey: Buffer; privateKey: string };

/** The private key is PKCS 8 in Base64. */
export function createKey(): NewKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = rawOf(publicKey);
  return {
    id: keyIdOf(bytes),
    publicKey: bytes,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}

export function signWith(privateKey: string, message: Buffer): Buffer {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' });
  return sign(null, message, key);
}

/** False also for bytes that are no point of the curve. */
export function isSignedBy(publicKey: Buffer, message: Buffer, signature: Buffer): boolean {
  try {
    return verify(null, message, keyFrom(publicKey), signature);
  } catch {
    return false;
  }
}

/** A public key as PEM, or its 32 bytes in Base64, Base64url or hexadecimal. Null if the text is none of them. */
export function readPublicKey(text: string): Buffer | null {
  const plain = text.trim();
  if (/^[0-9a-f]{64}$/i.test(plain)) return Buffer.from(plain, 'hex');
  if (/^[\w+/-]{43}=?$/.test(plain)) return Buffer.from(plain, 'base64url');
  try {
    const key = createPublicKey(plain);
    return key.asymmetricKeyType === 'ed25519' ? rawOf(key) : null;
  } catch {
    return null;
  }
}

export function pemOf(publicKey: Buffer): string {
  return keyFrom(publicKey).export({ type: 'spki', format: 'pem' }).toString();
}

const rawOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
const keyFrom = (bytes: Buffer) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
