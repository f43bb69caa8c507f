import type { Clock } from '../../../lib/clock.ts';
import { type Outbound, outboundReason } from '../../../lib/outbound.ts';
import { type Secrets, signatureHeaders } from '../webhooks/signature.ts';
import { parseRetryAfter } from '../retry-schedule.ts';

export const ATTEMPT_DEADLINE_MS = 15_000;
export const ANSWER_BYTES = 16 * 1024;

/** One POST: what came of it, and what follows from that. */
export type Attempt = {
  startedAt: Date;
  durationMs: number;
  status: number | null;
  /** A sentence for the log; null after a success. */
  error: string | null;
  answer: Buffer;
  /** `gone`: the receiver wants no more. `cancelled`: we stopped it, it does not count. */
  verdict: 'delivered' | 'failed' | 'gone' | 'cancelled';
  retryAfterMs: number | null;
};

export type Post = {
  id: string;
  url: string;
  body: Buffer;
  secrets: Secrets;
  signatureHeader: string;
  signal?: AbortSignal;
};

type World = { outbound: Outbound; clock: Clock };

/** Never throws. Any 2xx is success; a redirect is not followed. */
export async function attemptPost({ outbound, clock }: World, post: Post): Promise<Attempt> {
  const startedAt = clock.now();
  const begun = performance.now();
  const { status, headers, body, error } = await outbound.exchange({
    url: post.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders(post.signatureHeader, post.secrets, post.id, startedAt, post.body),
    },
    body: post.body,
    deadlineMs: ATTEMPT_DEADLINE_MS,
    maxBytes: ANSWER_BYTES,
    keepAlive: true,
    signal: post.signal,
  });
  const plain = { startedAt, durationMs: Math.round(performance.now() - begun), status, answer: body };
  if (error !== null) {
    const verdict = outboundReason(error) === 'cancelled' ? 'cancelled' : 'failed';
    return { ...plain, error: error.message, verdict, retryAfterMs: null };
  }
  const wish = headers['retry-after'];
  const retryAfterMs = wish === undefined ? null : parseRetryAfter(wish, clock.now());
  return { ...plain, retryAfterMs, ...judge(status ?? 0) };
}

function judge(status: number): Pick<Attempt, 'error' | 'verdict'> {
  if (status >= 200 && status < 300) return { error: null, verdict: 'delivered' };
  if (status === 410) return { error: 'The receiver wants no more (410).', verdict: 'gone' };
  if (status >= 300 && status < 400) {
    return { error: `The receiver redirected (${status}); redirects are not followed.`, verdict: 'failed' };
  }
  return { error: `The receiver answered with status ${status}.`, verdict: 'failed' };
}
