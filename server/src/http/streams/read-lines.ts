import type { Readable } from 'node:stream';
import { AppError } from '../../lib/errors.ts';

/** `text` is null if the line is longer than the limit. */
export type Line = { number: number; text: string | null };

type Limits = { maxLines: number; maxLineBytes: number };

const NEWLINE = 0x0a;

/** The lines of a body that are not blank, as they arrive. Fails after `maxLines` lines. */
export async function* readLines(body: Readable, { maxLines, maxLineBytes }: Limits): AsyncGenerator<Line> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let number = 0;
  let count = 0;
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
    if (text === '') return [];
    if (++count > maxLines) throw new AppError('too_large', `The body has more than ${maxLines} lines.`);
    return [{ number, text }];
  };
  for await (const chunk of body as AsyncIterable<Buffer>) {
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
  yield* take(Buffer.alloc(0));
}
