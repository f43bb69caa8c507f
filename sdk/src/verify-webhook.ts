import type { WebhookEvent } from './generated/schemas.ts';

/** A request with the `X-GenLogs-Signature` header. */
export type SignedBody = {
  /** The raw body, before any JSON parsing. */
  body: string | Uint8Array;
  /** The value of the signature header. Some servers provide it as a list. */
  signature: string | readonly string[] | null | undefined;
  /** The secret of the webhook, or every secret that may still be in use. */
  secret: string | readonly string[];
};

/** A request with the Standard Webhooks headers: `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
export type SignedRequest = {
  /** The raw body, before any JSON parsing. */
  body: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The secret of the webhook, or every secret that may still be in use. */
  secret: string | readonly string[];
  /** The largest allowed difference between `webhook-timestamp` and now: 300 seconds by default. */
  toleranceSeconds?: number;
};

type Hash = 'SHA-256' | 'SHA-512';
type Bytes = Uint8Array<ArrayBuffer>;

const TOLERANCE_SECONDS = 300;

export type WebhookRefusal =
  | 'parsed_body'
  | 'no_secret'
  | 'missing_header'
  | 'malformed_header'
  | 'old_timestamp'
  | 'wrong_signature'
  | 'invalid_json';

/** Why a request is not an event of this webhook. Answer it with 401. */
export class WebhookError extends Error {
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.reason = reason;
  }
}

/**
 * Returns the event of a request that was signed with one of the secrets, and throws a `WebhookError` otherwise. Pass `signature`
 * to check `X-GenLogs-Signature`, or `headers` to check the Standard Webhooks headers, which also rejects old requests.
 */
export async function verifyWebhook(request: SignedBody | SignedRequest): Promise<WebhookEvent> {
  const body = bytesOf(request.body);
  const secrets = [request.secret].flat().filter((secret) => secret);
  if (secrets.length === 0) throw new WebhookError('no_secret', 'No secret was passed.');
  const isValid =
    'headers' in request
      ? await verifyHeaders(request, body, secrets)
      : await verifyBody(request.signature, body, secrets);
  if (!isValid)
    throw new WebhookError(
      'wrong_signature',
      'The signature does not fit the body and the secret. Check the secret, and that the body is unchanged.',
    );
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookError('invalid_json', 'The body is signed, but it is not JSON.');
  }
}

function bytesOf(body: unknown): Bytes {
  if (typeof body === 'string') return utf8(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new WebhookError(
    'parsed_body',
    'Pass the raw body as text or bytes, before any JSON parsing: a parsed body cannot be verified.',
  );
}

function verifyBody(signature: SignedBody['signature'], body: Bytes, secrets: string[]): Promise<boolean> {
  const [text = ''] = [signature ?? []].flat();
  if (text === '') throw missing('X-GenLogs-Signature');
  const hex = /^sha512=([0-9a-f]{128})$/i.exec(text.trim())?.[1];
  if (hex === undefined) throw malformed('X-GenLogs-Signature', 'sha512= and 128 hex digits');
  return verifyAny('SHA-512', secrets.map(utf8), [fromHex(hex)], body);
}

function verifyHeaders(
  { headers, toleranceSeconds = TOLERANCE_SECONDS }: SignedRequest,
  body: Bytes,
  secrets: string[],
): Promise<boolean> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    const [text = ''] = [value ?? []].flat();
    if (text === '') throw missing(name);
    return text;
  };
  const timestamp = header('webhook-timestamp');
  if (!/^\d+$/.test(timestamp)) throw malformed('webhook-timestamp', 'seconds since 1970');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError(
      'old_timestamp',
      `webhook-timestamp is more than ${toleranceSeconds} seconds away from the clock of this machine.`,
    );
  const prefix = utf8(`${header('webhook-id')}.${timestamp}.`);
  const content = new Uint8Array(prefix.length + body.length);
  content.set(prefix);
  content.set(body, prefix.length);
  const signatures = [...header('webhook-signature').matchAll(/(?<=^| )v1,([A-Za-z0-9+/]{43}=)(?= |$)/g)];
  if (signatures.length === 0) throw malformed('webhook-signature', 'v1, and 44 characters of base64');
  const candidates = signatures.map(([, base64 = '']) => fromBase64(base64));
  return verifyAny('SHA-256', secrets.map(standardKey), candidates, content);
}

function missing(header: string): WebhookError {
  return new WebhookError('missing_header', `The header ${header} is missing.`);
}

function malformed(header: string, expected: string): WebhookError {
  return new WebhookError('malformed_header', `The header ${header} must be ${expected}.`);
}

/** Web Crypto compares signatures in constant time, in Node and in browsers. */
async function verifyAny(hash: Hash, keys: Bytes[], signatures: Bytes[], content: Bytes): Promise<boolean> {
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash }, false, ['verify']);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, content)) return true;
    }
  }
  return false;
}

/** Standard Webhooks decodes secrets with the prefix `whsec_`. Other secrets are used as UTF-8. */
function standardKey(secret: string): Bytes {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded === undefined ? utf8(secret) : fromBase64(encoded);
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function fromHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function fromBase64(base64: string): Bytes {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
