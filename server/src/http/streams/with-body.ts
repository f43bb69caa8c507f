import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';

const DEADLINE_MS = 60_000;

/** Passes on the bytes of a body that the handler reads itself, such as a file. They have a minute to arrive. */
export async function withBody<T>(
  { body }: FastifyRequest,
  use: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const stream = body as Readable;
  const late = setTimeout(
    () => stream.destroy(new AppError('unavailable', 'The file took too long to arrive.')),
    DEADLINE_MS,
  );
  try {
    return await use(stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>);
  } finally {
    clearTimeout(late);
    // The rest of a refused file is read and dropped, so that the client gets the response.
    stream.resume();
  }
}
