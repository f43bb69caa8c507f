import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { NotificationService } from '../notification-service.ts';
import { secretContext } from './webhook.ts';
import type { Target } from './webhook-store.ts';

/** The keys made from one secret. Creating a key costs more than a signature, so keys are reused. */
type SigningKeys = { sha512: KeyObject; standard: KeyObject };

export type Secrets = {
  current: SigningKeys;
  /** The secret before the last change, for 24 hours after that change. */
  previous: SigningKeys | null;
};

/** Throws if a secret was sealed with another SECRET_KEY. */
export function secretsOf({ sealing, clock }: NotificationService, target: Target): Secrets {
  const context = secretContext(target.id);
  const { previous_secret: previous, previous_secret_until: until } = target;
  const isOverlap = previous !== null && until !== null && until > clock.now();
  return {
    current: signingKeys(sealing.open(target.secret, context)),
    previous: isOverlap ? signingKeys(sealing.open(previous, context)) : null,
  };
}

export function signingKeys(secret: string): SigningKeys {
  const sha512 = createSecretKey(secret, 'utf8');
  // Standard Webhooks libraries decode a secret with the prefix `whsec_`; other secrets are used as UTF-8 bytes.
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return { sha512, standard: encoded === undefined ? sha512 : createSecretKey(encoded, 'base64') };
}

/** `sha512=<hex>`: HMAC-SHA512 over the raw body, keyed with the secret's UTF-8 bytes. */
export function bodySignature({ sha512 }: SigningKeys, body: Uint8Array): string {
  return `sha512=${createHmac('sha512', sha512).update(body).digest('hex')}`;
}

/** The Standard Webhooks headers. During a rotation `webhook-signature` carries one signature per secret. */
export function standardHeaders(
  { current, previous }: Secrets,
  id: string,
  at: Date,
  body: Uint8Array,
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const sign = ({ standard }: SigningKeys) => {
    const mac = createHmac('sha256', standard).update(`${id}.${seconds}.`).update(body);
    return `v1,${mac.digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': previous === null ? sign(current) : `${sign(current)} ${sign(previous)}`,
  };
}
