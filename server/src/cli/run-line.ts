import { randomUUID } from 'node:crypto';
import { AppError, messageOf } from '../lib/errors.ts';
import type { Context } from './command.ts';

type Run = 'import' | 'score';
type Fields = Record<string, string | number | undefined>;

/** Starts a run. The returned function writes its only log line. Runs belong to no organization. */
export function startRun(
  { log, settings }: Context,
  run: Run,
): (ended: Fields & { outcome: string }) => void {
  const correlationId = randomUUID();
  const startedAt = performance.now();
  return (ended) => {
    // On a terminal, the command prints the same for people.
    if (settings.logFormat === 'text') return;
    const duration_ms = Math.round(performance.now() - startedAt);
    const line = { correlation_id: correlationId, ...ended, duration_ms };
    if (ended.outcome === 'failed' || ended.outcome === 'rejected') log.warn(line, run);
    else log.info(line, run);
  };
}

/** Runs `work` and logs how it ended; `about` returns the fields of a success. */
export async function loggedRun<T>(
  context: Context,
  run: Run,
  work: () => Promise<T>,
  about: (result: T) => Fields,
): Promise<T> {
  const end = startRun(context, run);
  try {
    const result = await work();
    end({ outcome: 'done', ...about(result) });
    return result;
  } catch (error) {
    // An unexpected error is printed with its stack when the command ends.
    end({ outcome: 'failed', reason: error instanceof AppError ? messageOf(error) : undefined });
    throw error;
  }
}
