import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A secret, ready to sign with; making these costs more than a signature, so they are made once. */
export type SigningKeys = { compatible: KeyObject; standard: KeyObject };

export type Secrets = {
  current: SigningKeys;
  /** The one before it, for a day after a change. */
  previous: SigningKeys | null;
};

export function signingKeys(secret: string): SigningKeys {
  const compatible = createSecretKey(secret, 'utf8');
  // The libraries of Standard Webhooks decode what begins with `whsec_`; any other secret is its own bytes.
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return { compatible, standard: encoded === undefined ? compatible : createSecretKey(encoded, 'base64') };
}

/** `sha512=<hex>` over the raw body, keyed with the secret's UTF-8 bytes. */
export function bodySignature({ compatible }: SigningKeys, body: Uint8Array): string {
  return `sha512=${createHmac('sha512', compatible).update(body).digest('hex')}`;
}

/** One signature of Standard Webhooks: `v1,<base64>` over id, second and body. */
export function standardSignature(
  { standard }: SigningKeys,
  id: string,
  second: number,
  body: Uint8Array,
): string {
  const mac = createHmac('sha256', standard).update(`${id}.${second}.`).update(body);
  return `v1,${mac.digest('base64')}`;
}

/** All headers that prove a delivery; while a secret is being changed, the proof of both. */
export function signatureHeaders(
  header: string,
  secrets: Secrets,
  id: string,
  at: Date,
  body: Uint8Array,
): Record<string, string | string[]> {
  const second = Math.floor(at.getTime() / 1000);
  const used = secrets.previous === null ? [secrets.current] : [secrets.current, secrets.previous];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(second),
    'webhook-signature': used.map((keys) => standardSignature(keys, id, second, body)).join(' '),
    [header]: used.map((keys) => bodySignature(keys, body)),
  };
}
