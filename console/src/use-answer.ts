import type { ApiError } from '@milepost/sdk';
import { useCallback, useEffect, useState } from 'react';

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'done'; value: T }
  | { state: 'failed'; error: ApiError };

/** Asks once, and again every `everyMs` when given; `ask` must be stable (a `useCallback`). */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, everyMs?: number) {
  const [answer, setAnswer] = useState<Loaded<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again.
  useEffect(() => {
    const stop = new AbortController();
    const run = () =>
      ask(stop.signal).then(
        (value) => stop.signal.aborted || setAnswer({ state: 'done', value }),
        (error: ApiError) => stop.signal.aborted || setAnswer({ state: 'failed', error }),
      );
    run();
    const timer = everyMs === undefined ? undefined : setInterval(run, everyMs);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [ask, everyMs, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return [answer, again] as const;
}
