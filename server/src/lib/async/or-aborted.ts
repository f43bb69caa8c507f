import { AppError } from '../errors.ts';

/** Settles like `work`, or rejects as soon as the signal aborts, even if the work ignores the signal. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new AppError('unavailable', 'The operation was cancelled.'));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
