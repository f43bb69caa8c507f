import type { Readable } from 'node:stream';
import { AppError } from '../../lib/errors.ts';

/** `text` is null if the line is longer than the limit. */
export type Line = { number: number; text: string | null };

type Limits = { maxLines: number; maxLineBytes: number };

const NEWLINE = 0x0a;

/**
 * The lines of a body that are not blank, as they arrive. Fails after `maxLines` lines, or after as many blank ones: a body of
 * line breaks would otherwise keep this process busy.
 */
export async function* readLines(body: Readable, { maxLines, maxLineBytes }: Limits): AsyncGenerator<Line> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let number = 0;
  let count = 0;
  let blank = 0;
  const tooMany = (what: string) => new AppError('too_large', `The body has more than ${maxLines} ${what}.`);
  const take = (last: Buffer): Line[] => {
    const isLong = pendingBytes + last.length > maxLineBytes;
    const text = isLong
      ? null
      : Buffer.concat([...pending, last])
          .toString('utf8')
          .trim();
    pending = [];
    pendingBytes = 0;
    number++;
    if (text === '' && ++blank > maxLines) throw tooMany('blank lines');
    if (text === '') return [];
    if (++count > maxLines) throw tooMany('lines');
    return [{ number, text }];
  };
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        yield* take(chunk.subarray(start, end));
        start = end + 1;
      }
      const rest = chunk.subarray(start);
      // The bytes of a line that is too long are counted and not kept.
      if (pendingBytes + rest.length <= maxLineBytes) pending.push(rest);
      else pending = [];
      pendingBytes += rest.length;
    }
  } finally {
    // The rest of a refused body is read and dropped, so that the client gets the response.
    body.resume();
  }
  yield* take(Buffer.alloc(0));
}
