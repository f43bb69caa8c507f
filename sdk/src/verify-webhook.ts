export type SignedBody = {
  /** The bytes as they came, before any JSON parsing. */
  body: string | Uint8Array;
  /** The value of the signature header; some servers provide it as a list. */
  signature: string | readonly string[] | null | undefined;
  /** The webhook's secret, or each that may still be in use. */
  secret: string | readonly string[];
};

const FORM = /^sha512=([0-9a-f]{128})$/i;

/**
 * Whether one of the secrets signed this body: HMAC-SHA512 over the raw bytes, as `sha512=<hex>`.
 * Web Crypto compares without telling by time how much was right, in Node and in browsers.
 */
export async function verifyWebhook({ body, signature, secret }: SignedBody): Promise<boolean> {
  const text = new TextEncoder();
  const bytes = typeof body === 'string' ? text.encode(body) : new Uint8Array(body);
  const given = signaturesIn(signature);
  for (const one of [secret].flat()) {
    // Web Crypto takes no empty key, and nobody who has no secret can be believed.
    if (one === '') continue;
    const algorithm = { name: 'HMAC', hash: 'SHA-512' };
    const key = await crypto.subtle.importKey('raw', text.encode(one), algorithm, false, ['verify']);
    for (const candidate of given) {
      if (await crypto.subtle.verify('HMAC', key, candidate, bytes)) return true;
    }
  }
  return false;
}

/** Several header lines arrive as a list or joined by commas, depending on the server. */
function signaturesIn(header: SignedBody['signature']): Uint8Array<ArrayBuffer>[] {
  const values = [header ?? []].flat().flatMap((line) => line.split(','));
  return values.flatMap((value) => {
    const hex = FORM.exec(value.trim())?.[1];
    return hex === undefined ? [] : [bytesOf(hex)];
  });
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}
