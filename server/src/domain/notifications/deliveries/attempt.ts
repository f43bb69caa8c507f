import type { Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import { type Outbound, type OutboundAnswer, outboundReason } from '../../../lib/outbound.ts';
import { type Secrets, signatureHeaders } from '../webhooks/signature.ts';
import { parseRetryAfter } from './retry-table.ts';

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
  let status: number | null = null;
  let said: OutboundAnswer | null = null;
  const chunks: Buffer[] = [];
  let failure: unknown = null;
  try {
    said = await outbound.send({
      url: post.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signatureHeaders(post.signatureHeader, post.secrets, post.id, startedAt, post.body),
      },
      body: post.body,
      deadlineMs: ATTEMPT_DEADLINE_MS,
      maxBytes: ANSWER_BYTES,
      overflow: 'cut',
      maxRedirects: 0,
      keepAlive: true,
      signal: post.signal,
    });
    status = said.status;
    for await (const chunk of said.body) chunks.push(chunk);
  } catch (error) {
    failure = error;
  }
  const plain = { startedAt, durationMs: Math.round(performance.now() - begun), status };
  const answer = Buffer.concat(chunks);
  if (failure !== null) {
    const verdict = outboundReason(failure) === 'cancelled' ? 'cancelled' : 'failed';
    return { ...plain, answer, error: messageOf(failure), verdict, retryAfterMs: null };
  }
  const retryAfterMs = parseRetryAfter(said?.headers['retry-after'], clock.now());
  return { ...plain, answer, retryAfterMs, ...judge(status ?? 0) };
}

function judge(status: number): Pick<Attempt, 'error' | 'verdict'> {
  if (status >= 200 && status < 300) return { error: null, verdict: 'delivered' };
  if (status === 410) return { error: 'The receiver wants no more (410).', verdict: 'gone' };
  if (status >= 300 && status < 400) {
    return { error: `The receiver redirected (${status}); redirects are not followed.`, verdict: 'failed' };
  }
  return { error: `The receiver answered with status ${status}.`, verdict: 'failed' };
}
