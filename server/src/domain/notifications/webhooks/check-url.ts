import { sha256 } from '../../../lib/bytes/hash.ts';
import { invalid, type Problem } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import { LONGEST_URL } from './webhook.ts';

type Rules = Pick<NotificationService, 'outbound' | 'httpAllowed'>;

/** Refuses an address that may not be sent to; gives the hash of its normal form. */
export function checkUrl({ outbound, httpAllowed }: Rules, text: string): Buffer {
  const msg = urlProblem({ outbound, httpAllowed }, text);
  if (msg !== null) throw invalid([urlError(text, msg)]);
  const url = new URL(text);
  // Two spellings of one place are one: case of the host, default port, dot segments, and what is never sent.
  url.hash = '';
  return sha256(url.href);
}

export function urlError(input: string, msg: string): Problem {
  return { type: 'value_error', loc: ['body', 'webhook_url'], msg, input };
}

function urlProblem({ outbound, httpAllowed }: Rules, text: string): string | null {
  // The parser would silently drop line breaks and tabs.
  if (/[\s\p{Cc}]/u.test(text)) return 'The address must not contain spaces or control characters';
  const url = URL.parse(text);
  if (text.length > LONGEST_URL || (url?.href.length ?? 0) > 4 * LONGEST_URL)
    return 'The address is too long';
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'The address must be an HTTPS URL';
  }
  if (url.protocol === 'http:' && !httpAllowed)
    return 'The address must be HTTPS: HTTP URLs are not allowed in production';
  return outbound.refusal(text)?.message ?? null;
}
