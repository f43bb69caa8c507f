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

/**
 * Whether the request was signed with one of the secrets. Pass `signature` to check `X-GenLogs-Signature`, or
 * `headers` to check the Standard Webhooks headers, which also rejects old requests.
 */
export async function verifyWebhook(request: SignedBody | SignedRequest): Promise<boolean> {
  const body = typeof request.body === 'string' ? utf8(request.body) : new Uint8Array(request.body);
  const secrets = [request.secret].flat();
  if ('headers' in request) return verifyHeaders(request, body, secrets);
  const [signature = ''] = [request.signature ?? []].flat();
  const hex = /^sha512=([0-9a-f]{128})$/i.exec(signature.trim())?.[1];
  return hex !== undefined && verifyAny('SHA-512', secrets.map(utf8), [fromHex(hex)], body);
}

async function verifyHeaders(
  { headers, toleranceSeconds = TOLERANCE_SECONDS }: SignedRequest,
  body: Bytes,
  secrets: string[],
): Promise<boolean> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    return [value ?? []].flat()[0] ?? '';
  };
  const timestamp = header('webhook-timestamp');
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds) return false;
  const prefix = utf8(`${header('webhook-id')}.${timestamp}.`);
  const content = new Uint8Array(prefix.length + body.length);
  content.set(prefix);
  content.set(body, prefix.length);
  const signatures = [...header('webhook-signature').matchAll(/(?<=^| )v1,([A-Za-z0-9+/]{43}=)(?= |$)/g)];
  const candidates = signatures.map(([, base64 = '']) => fromBase64(base64));
  return verifyAny('SHA-256', secrets.map(standardKey), candidates, content);
}

/** Web Crypto compares signatures in constant time, in Node and in browsers. */
async function verifyAny(hash: Hash, keys: Bytes[], signatures: Bytes[], content: Bytes): Promise<boolean> {
  for (const bytes of keys) {
    // Web Crypto rejects an empty key.
    if (bytes.length === 0) continue;
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
