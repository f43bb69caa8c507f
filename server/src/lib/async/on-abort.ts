const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `callback` when `signal` aborts; returns a function that undoes this. The cost does not depend on the number of
 * callbacks. `addEventListener` compares a new listener with all others.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = callbacksOf.get(signal) ?? new Set();
  if (!callbacksOf.has(signal)) {
    callbacksOf.set(signal, callbacks);
    signal.addEventListener('abort', () => [...callbacks].forEach(call), { once: true });
  }
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

function call(callback: () => void): void {
  callback();
}
