import { setTimeout as sleep } from 'node:timers/promises';

/** Wraps every call into onnxruntime. */
export type NativeGuard = <T>(work: () => Promise<T>) => Promise<T>;

export const unguarded: NativeGuard = (work) => work();

const [STOP, INSIDE] = [0, 1];
const LOOK_EVERY_MS = 20;

/** What a thread and its pool share: whether it shall stop, and whether it is inside onnxruntime just now. */
export function newControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** The thread's side. It says that it goes inside before it looks whether it may, so that the pool cannot miss it. */
export function guardOf(control: Int32Array): NativeGuard {
  return async (work) => {
    Atomics.store(control, INSIDE, 1);
    try {
      if (Atomics.load(control, STOP) === 1) throw new Error('The thread shall stop.');
      return await work();
    } finally {
      Atomics.store(control, INSIDE, 0);
    }
  };
}

/**
 * The pool's side: a thread that is ended inside onnxruntime takes the whole process with it. Told to stop it goes inside
 * no more, and once it is outside it can be ended; false when it did not come out in time.
 */
export async function isOutside(control: Int32Array, timeoutMs: number): Promise<boolean> {
  Atomics.store(control, STOP, 1);
  const deadline = performance.now() + timeoutMs;
  while (Atomics.load(control, INSIDE) === 1) {
    if (performance.now() > deadline) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}
