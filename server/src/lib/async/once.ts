/** Calls `work` on the first call only; later calls return the same result. */
export function once<T>(work: () => T): () => T {
  let done: { result: T } | null = null;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
}
