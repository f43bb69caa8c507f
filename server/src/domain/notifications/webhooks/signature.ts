import { createHmac } from 'node:crypto';

export type Secrets = {
  current: string;
  /** The one before it, for a day after a change. */
  previous: string | null;
};

/** `sha512=<hex>` over the raw body, keyed with the secret's UTF-8 bytes. */
export function bodySignature(secret: string, body: Uint8Array): string {
  return `sha512=${createHmac('sha512', secret).update(body).digest('hex')}`;
}

/** One signature of Standard Webhooks: `v1,<base64>` over id, second and body. */
export function standardSignature(secret: string, id: string, second: number, body: Uint8Array): string {
  const mac = createHmac('sha256', standardKey(secret)).update(`${id}.${second}.`).update(body);
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
    'webhook-signature': used.map((secret) => standardSignature(secret, id, second, body)).join(' '),
    [header]: used.map((secret) => bodySignature(secret, body)),
  };
}

/** The libraries of Standard Webhooks decode what begins with `whsec_`; any other secret is its own bytes. */
function standardKey(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded === undefined ? Buffer.from(secret, 'utf8') : Buffer.from(encoded, 'base64');
}
