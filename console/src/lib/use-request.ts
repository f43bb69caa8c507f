import type { ApiError } from '@milepost/sdk';
import { useCallback, useEffect, useState } from 'react';

type Result<T> = { state: 'loading' } | { state: 'done'; value: T } | { state: 'failed'; error: ApiError };

/** Sends a request when the component mounts, then every `intervalMs`. `send` must be stable (`useCallback`). */
export function useRequest<T>(send: (signal: AbortSignal) => Promise<T>, intervalMs?: number) {
  const [result, setResult] = useState<Result<T>>({ state: 'loading' });
  const [reloads, setReloads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reloads` triggers a new request.
  useEffect(() => {
    const abort = new AbortController();
    const run = () =>
      send(abort.signal).then(
        (value) => abort.signal.aborted || setResult({ state: 'done', value }),
        (error: ApiError) => abort.signal.aborted || setResult({ state: 'failed', error }),
      );
    run();
    const timer = intervalMs === undefined ? undefined : setInterval(run, intervalMs);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [send, intervalMs, reloads]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  return [result, reload] as const;
}
