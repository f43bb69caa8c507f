import { isIP } from 'node:net';
import type { OutboundReason } from '../../lib/outbound.ts';
import type { AddressPolicy } from './address-policy.ts';
import { blockedPorts } from './blocked-ports.ts';

type Refusal = { reason: OutboundReason; message: string };

/** The URL parser has already turned every notation of an IP address (octal, hex, one number) into one form. */
export function urlRefusal(text: string, allows: AddressPolicy): Refusal | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    return { reason: 'bad_url', message: 'The address must be an http or https URL.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { reason: 'userinfo', message: 'The address must not carry a user name or a password.' };
  }
  if (url.port !== '' && blockedPorts.has(Number(url.port))) {
    return { reason: 'blocked_port', message: 'The address names a port that is not used for the web.' };
  }
  const literal = literalAddress(url.hostname);
  if (literal !== null && !allows(literal)) {
    return { reason: 'forbidden_address', message: 'The address must lead to a public host.' };
  }
  return null;
}

/** The IP address that a host is by itself, without brackets; `localhost` counts as one (RFC 6761). */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (isIP(bare) !== 0) return bare;
  return /(^|\.)localhost\.?$/i.test(bare) ? '127.0.0.1' : null;
}
