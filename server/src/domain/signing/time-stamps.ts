import { randomBytes } from 'node:crypto';
import { messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Outbound } from '../../lib/outbound.ts';
import { DerError } from '../../lib/time-stamps/der.ts';
import { timeStampRequest, tokenOf } from '../../lib/time-stamps/exchange.ts';
import { readToken } from '../../lib/time-stamps/read-token.ts';
import { verifyToken } from '../../lib/time-stamps/verify-token.ts';

/** The authority that the operator has configured. */
export type TimeStamps = { url: string; outbound: Outbound; log: Log };

const DEADLINE_MS = 5_000;
/** A token with its certificates has 3 to 8 kB. */
const MAX_BYTES = 64 * 1024;
const NONCE_BYTES = 16;

/**
 * A token of the authority on a hash; null if it gave none, which is only logged. A token that does not verify is none.
 */
export async function requestTimeStamp(
  { url, outbound, log }: TimeStamps,
  sha256: Buffer,
): Promise<Buffer | null> {
  const startedAt = performance.now();
  const seconds = () => Math.round(performance.now() - startedAt) / 1_000;
  try {
    const nonce = randomBytes(NONCE_BYTES);
    // Otherwise its DER form could be shorter.
    nonce[0] = 0x40 | ((nonce[0] ?? 0) & 0x3f);
    const answer = await outbound.exchange({
      ...{ url, method: 'POST', deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES },
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: timeStampRequest(sha256, nonce),
    });
    if (answer.error !== null) throw answer.error;
    if (answer.status !== 200) throw new DerError(`The authority answered with status ${answer.status}.`);
    const token = tokenOf(answer.body);
    const { problems, time } = verifyToken(token, sha256, null);
    if (problems[0] !== undefined) throw new DerError(problems[0]);
    if (readToken(token).nonce?.equals(nonce) !== true)
      throw new DerError('The time stamp is the answer to another request.');
    log.info({ seconds: seconds(), time: time?.toISOString() }, 'got a time stamp');
    return token;
  } catch (error) {
    log.warn({ seconds: seconds(), error: messageOf(error) }, 'no time stamp');
    return null;
  }
}
