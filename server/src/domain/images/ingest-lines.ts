import pLimit from 'p-limit';
import { sleep } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { ImageService } from './image-service.ts';
import { ingestImage } from './ingest-image.ts';
import type { IngestRecord } from './ingest-record.ts';
import type { Origin } from './insert/new-image.ts';

/** One line of a bulk request. */
type BulkLine = { number: number; text: string | null };
export type BulkOutcome = { number: number } & ({ imageId: string } | { error: unknown });

type Options = {
  organizationId: number;
  /** Throws if the line is not a valid record. */
  read: (text: string | null) => { record: IngestRecord; url: string };
  origin: Origin;
  signal: AbortSignal;
};

const LINES_AT_ONCE = 4;
const WAIT_MS = 50;

/**
 * Ingests the image of each line. The outcomes have the order of the lines, and a line that fails does not affect the
 * others. All lines are read at once, because a client may not read the response before it has sent its last line.
 */
export async function* ingestLines(
  service: ImageService,
  lines: AsyncIterable<BulkLine>,
  options: Options,
): AsyncGenerator<BulkOutcome> {
  const limit = pLimit(LINES_AT_ONCE);
  const outcomes: Promise<BulkOutcome>[] = [];
  let isRead = false;
  let more = Promise.withResolvers<void>();
  const announce = () => {
    more.resolve();
    more = Promise.withResolvers<void>();
  };
  const readAll = async () => {
    let last = 0;
    try {
      for await (const line of lines) {
        last = line.number;
        outcomes.push(limit(() => ingestLine(service, line, options)));
        announce();
      }
    } catch (error) {
      outcomes.push(Promise.resolve({ number: last + 1, error }));
    }
    isRead = true;
    announce();
  };
  void readAll();
  for (let next = 0; ; next++) {
    while (next >= outcomes.length && !isRead) await more.promise;
    const outcome = outcomes[next];
    if (outcome === undefined) return;
    yield await outcome;
  }
}

async function ingestLine(
  service: ImageService,
  { number, text }: BulkLine,
  { organizationId, read, origin, signal }: Options,
): Promise<BulkOutcome> {
  try {
    const { record, url } = read(text);
    while (!signal.aborted) {
      try {
        return { number, imageId: await ingestImage(service, organizationId, record, url, origin) };
      } catch (error) {
        if (!isBusy(error)) throw error;
        await sleep(WAIT_MS, signal);
      }
    }
    throw new AppError('unavailable', 'The line was not processed. Send it again.', { retryAfterSeconds: 1 });
  } catch (error) {
    return { number, error };
  }
}

/** Too many downloads at once, as opposed to a quota that is reached. */
function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'too_many' && error.fields?.quota === undefined;
}
