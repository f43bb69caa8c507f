import { randomUUID } from 'node:crypto';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';

type Ended = { outcome: string } & Record<string, string | number | undefined>;

/** Starts a run. The returned function writes its only log line. Runs belong to no organization. */
export function startRun(log: Log, kind: 'import' | 'score'): (ended: Ended) => void {
  const correlationId = randomUUID();
  const startedAt = performance.now();
  return (ended) => {
    const line = {
      correlation_id: correlationId,
      ...ended,
      duration_ms: Math.round(performance.now() - startedAt),
    };
    if (ended.outcome === 'failed') log.error(line, kind);
    else log.info(line, kind);
  };
}

/** Runs `work` and logs how it ended; `about` adds the fields of a success. */
export async function loggedRun<T>(
  log: Log,
  kind: 'import' | 'score',
  work: () => Promise<T>,
  about: (result: T) => Record<string, string | number | undefined>,
): Promise<T> {
  const end = startRun(log, kind);
  try {
    const result = await work();
    end({ outcome: 'done', ...about(result) });
    return result;
  } catch (error) {
    end({ outcome: 'failed', reason: messageOf(error) });
    throw error;
  }
}
