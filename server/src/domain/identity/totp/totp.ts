import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Codes of the previous and the next step are accepted: clocks of phones differ. */
const TOLERANCE_STEPS = 1;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The one-time code of a counter (RFC 4226). */
export function hotp(secret: Buffer, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac[mac.length - 1] ?? 0) & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** The time step whose code this is (RFC 6238); null if it is none of the accepted ones. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / 1_000 / STEP_SECONDS);
  let found: number | null = null;
  for (let step = current - TOLERANCE_STEPS; step <= current + TOLERANCE_STEPS; step++) {
    const expected = Buffer.from(hotp(secret, step));
    const given = Buffer.from(code);
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** In base32, as authenticator apps accept it. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

export function otpauthUri(secret: string, account: string): string {
  const label = `Milepost:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Milepost&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
