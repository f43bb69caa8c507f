import { AppError } from '../errors.ts';

/** Settles like `work`, or rejects after `timeoutMs`. It does not stop the work itself. */
export async function withDeadline<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AppError('unavailable', `${what} took longer than ${timeoutMs} ms.`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
