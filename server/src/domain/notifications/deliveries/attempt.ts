import type { Clock } from '../../../lib/clock.ts';
import { type Outbound, outboundReason } from '../../../lib/outbound.ts';
import { parseRetryAfter } from '../retry-schedule.ts';
import { bodySignature, type Secrets, standardHeaders } from '../webhooks/signature.ts';

export const ATTEMPT_DEADLINE_MS = 15_000;
const MAX_RESPONSE_BYTES = 16 * 1024;
/** Statuses of receivers that reject a signature. */
const SIGNATURE_REJECTED = new Set([400, 401, 403]);

export type Attempt = {
  startedAt: Date;
  durationMs: number;
  status: number | null;
  /** A sentence for the delivery log; null after a success. */
  error: string | null;
  /** The start of the response body. */
  responseBody: Buffer;
  /** `gone`: the receiver responded with 410. `cancelled`: this process stopped the request, so it does not count. */
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
  /** Sent as a header, so that the receiver can continue the trace. */
  traceparent?: string | null;
};

/** Beside those of Standard Webhooks and the signature. */
export const CONTENT_HEADERS = { 'content-type': 'application/json' };

type Outcome = Omit<Attempt, 'startedAt' | 'durationMs'>;

/**
 * Sends one delivery. Never throws. Any 2xx status is a success; redirects are not followed.
 *
 * The signature header always has a single value, because many receivers compare it as a whole. For 24 hours after
 * a secret was changed, a receiver may still have the old one: if it rejects the signature, the same attempt sends
 * the request again with the previous secret, within the same deadline.
 */
export async function attemptPost(
  { outbound, clock }: { outbound: Outbound; clock: Clock },
  { id, url, body, secrets, signatureHeader, signal, traceparent }: Post,
): Promise<Attempt> {
  const startedAt = clock.now();
  const startedMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedMs);
  const standard = standardHeaders(secrets, id, startedAt, body);

  async function send(keys: Secrets['current']): Promise<Outcome> {
    const response = await outbound.exchange({
      url,
      method: 'POST',
      headers: {
        ...CONTENT_HEADERS,
        ...standard,
        ...(traceparent && { traceparent }),
        [signatureHeader]: bodySignature(keys, body),
      },
      body,
      deadlineMs: ATTEMPT_DEADLINE_MS - elapsedMs(),
      maxBytes: MAX_RESPONSE_BYTES,
      keepAlive: true,
      signal,
    });
    const { status, headers, body: responseBody, error } = response;
    if (error !== null) {
      const verdict = outboundReason(error) === 'cancelled' ? 'cancelled' : 'failed';
      return { status, responseBody, error: error.message, verdict, retryAfterMs: null };
    }
    const retryAfterMs = parseRetryAfter(headers['retry-after'], clock.now());
    return { status, responseBody, retryAfterMs, ...judge(status ?? 0) };
  }

  let outcome = await send(secrets.current);
  const isRejected = outcome.error !== null && SIGNATURE_REJECTED.has(outcome.status ?? 0);
  if (secrets.previous !== null && isRejected && elapsedMs() < ATTEMPT_DEADLINE_MS) {
    outcome = combined(outcome, await send(secrets.previous));
  }
  return { startedAt, durationMs: elapsedMs(), ...outcome };
}

/**
 * Two exchanges are logged as one attempt. A success is logged with a first line in the response body that says
 * which secret was accepted; two failures as the first response, with both reasons.
 */
function combined(first: Outcome, second: Outcome): Outcome {
  if (second.verdict === 'failed') {
    const error = `${first.error} With the previous secret: ${second.error}`;
    return { ...first, error };
  }
  if (second.verdict !== 'delivered') return second;
  const note = `[Status ${first.status} with the new secret, accepted with the previous secret.]\n`;
  const responseBody = Buffer.concat([Buffer.from(note), second.responseBody]).subarray(
    0,
    MAX_RESPONSE_BYTES,
  );
  return { ...second, responseBody };
}

function judge(status: number): Pick<Attempt, 'error' | 'verdict'> {
  if (status >= 200 && status < 300) return { error: null, verdict: 'delivered' };
  if (status === 410) return { error: 'The receiver responded with status 410 (Gone).', verdict: 'gone' };
  if (status >= 300 && status < 400) {
    return { error: `The receiver redirected (${status}); redirects are not followed.`, verdict: 'failed' };
  }
  return { error: `The receiver responded with status ${status}.`, verdict: 'failed' };
}
