import { isIP } from 'node:net';
import type { OutboundReason } from '../../lib/outbound.ts';
import type { AddressPolicy } from './address-policy.ts';

/**
 * The ports that browsers block (Fetch standard): mail, chat and file services that could interpret a request as
 * commands of their own protocol. Port 0 is invalid.
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

type Refusal = { reason: OutboundReason; message: string };

/** Rejects a URL by its text alone. The URL parser has normalized every notation of an IP address (octal, hex, one number). */
export function urlRefusal(text: string, allows: AddressPolicy): Refusal | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    return { reason: 'bad_url', message: 'The URL must use http or https.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { reason: 'userinfo', message: 'The URL must not contain a user name or password.' };
  }
  if (url.port !== '' && BLOCKED_PORTS.has(Number(url.port))) {
    return { reason: 'blocked_port', message: 'The port of the URL is not allowed.' };
  }
  const literal = literalAddress(url.hostname);
  if (literal !== null && !allows(literal)) {
    return { reason: 'forbidden_address', message: 'The URL must point to a public host.' };
  }
  return null;
}

/** The host as an IP address without brackets, or null if it is a name. `localhost` counts as an address (RFC 6761). */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (isIP(bare) !== 0) return bare;
  return /(^|\.)localhost\.?$/i.test(bare) ? '127.0.0.1' : null;
}
