import type { Problem } from '../../../contract/problem.ts';
import { shown } from '../../../contract/validate.ts';
import { MAX_URL_LENGTH } from '../../../contract/webhook.ts';
import { sha256 } from '../../../lib/bytes/hash.ts';
import type { NotificationService } from '../notification-service.ts';

type Rules = Pick<NotificationService, 'outbound' | 'webhooks'>;

/** Problems of a URL that notifications would be sent to; none when it is not given. */
export function urlProblems(rules: Rules, url: string | null | undefined): Problem[] {
  const msg = url ? problemOf(rules, url) : null;
  return msg === null ? [] : [urlProblem(url ?? '', msg)];
}

export function urlProblem(url: string, msg: string): Problem {
  return { type: 'value_error', loc: ['body', 'webhook_url'], msg, input: shown(url) };
}

/** The hash of a URL in normal form: case of the host, default port, dot segments and fragment do not count. */
export function urlHash(text: string): Buffer {
  const url = new URL(text);
  url.hash = '';
  return sha256(url.href);
}

/** A URL with other than ASCII characters in the form in which it is sent: with the host in Punycode. Others stay as they are. */
export function asciiUrl(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : new URL(text).href;
}

/** Names that are reserved for private networks: no public host has them. A delivery is refused by its address in any case. */
const PRIVATE_NAME = /(^|\.)(internal|local|home\.arpa)\.?$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function problemOf({ outbound, webhooks }: Rules, text: string): string | null {
  // The URL parser would silently drop line breaks and tabs.
  if (/[\s\p{Cc}]/u.test(text)) return 'The URL must not contain spaces or control characters';
  const url = URL.parse(text);
  const isTooLong = text.length > MAX_URL_LENGTH || (url !== null && asciiUrl(text).length > MAX_URL_LENGTH);
  if (isTooLong) return 'The URL is too long';
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'The URL must be an HTTPS URL';
  }
  if (url.protocol === 'http:' && !webhooks.httpAllowed) {
    return 'The URL must be HTTPS: HTTP URLs are not allowed in production';
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    return 'The URL must be HTTPS: in local mode, HTTP is allowed only for loopback addresses';
  }
  if (PRIVATE_NAME.test(url.hostname)) return 'The URL must point to a public host';
  return outbound.refusal(text)?.message ?? null;
}
