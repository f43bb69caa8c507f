import { sha256 } from '../../../lib/bytes/hash.ts';
import { invalid, type Problem } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import { LONGEST_URL } from './webhook.ts';

type Rules = Pick<NotificationService, 'outbound' | 'httpAllowed'>;

/** Rejects a URL that must not be called. Returns the hash of the normalized URL. */
export function checkUrl(rules: Rules, text: string): Buffer {
  const msg = rejection(rules, text);
  if (msg !== null) throw invalid([urlProblem(text, msg)]);
  const url = new URL(text);
  // The parser normalizes the host's case, the default port and dot segments. The fragment is never sent.
  url.hash = '';
  return sha256(url.href);
}

export function urlProblem(input: string, msg: string): Problem {
  return { type: 'value_error', loc: ['body', 'webhook_url'], msg, input };
}

function rejection({ outbound, httpAllowed }: Rules, text: string): string | null {
  // The parser would silently remove line breaks and tabs.
  if (/[\s\p{Cc}]/u.test(text)) return 'The URL must not contain spaces or control characters';
  const url = URL.parse(text);
  if (text.length > LONGEST_URL || (url?.href.length ?? 0) > 4 * LONGEST_URL) return 'The URL is too long';
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'The URL must be an HTTPS URL';
  if (url.protocol === 'http:' && !httpAllowed)
    return 'The URL must use HTTPS: HTTP URLs are not allowed in production';
  return outbound.refusal(text)?.message ?? null;
}
