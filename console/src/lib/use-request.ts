import type { ApiError } from '@milepost/sdk';
import { type DependencyList, useCallback, useEffect, useState } from 'react';

export type Result<T> =
  | { state: 'loading' }
  | { state: 'done'; value: T }
  | { state: 'failed'; error: ApiError };
type Send<T> = (signal: AbortSignal) => Promise<T>;

/** Sends a request on mount and when `deps` change, then every `intervalMs`. */
export function useRequest<T>(send: Send<T>, deps: DependencyList, intervalMs?: number) {
  const [result, setResult] = useState<Result<T>>({ state: 'loading' });
  const [reloads, setReloads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists what `send` depends on.
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
  }, [...deps, intervalMs, reloads]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  return [result, reload] as const;
}
