import type { Dispatcher } from 'undici';
import { outboundError } from '../../lib/outbound.ts';

type Body = Dispatcher.ResponseData['body'];
type Limits = { maxBytes: number; overflow: 'fail' | 'cut' };

/** The body's chunks up to the limit. Whatever ends it, `settle` runs once and no connection is left half-read. */
export async function* guardedBody(
  body: Body,
  limits: Limits,
  explain: (error: unknown) => Error,
  settle: () => void,
): AsyncGenerator<Buffer, void, undefined> {
  let left = limits.maxBytes;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (chunk.length > left) {
        if (limits.overflow === 'fail') throw tooLarge(limits.maxBytes);
        yield chunk.subarray(0, left);
        return;
      }
      left -= chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw explain(error);
  } finally {
    // After the end this does nothing; before it, it closes the connection.
    body.on('error', () => undefined).destroy();
    settle();
  }
}

export function tooLarge(maxBytes: number): Error {
  return outboundError('too_large', `The answer is larger than ${maxBytes} bytes.`);
}
