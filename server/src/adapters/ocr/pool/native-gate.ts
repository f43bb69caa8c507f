import { setTimeout as wait } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

const [INSIDE, CLOSED] = [0, 1];
const POLL_MS = 10;

/**
 * A thread that is ended inside native code takes the whole process with it (the library throws into a dead
 * environment). So each native call goes through this gate, and a thread is ended only when none is under way.
 */
export class NativeGate {
  readonly shared: SharedArrayBuffer;
  readonly #state: Int32Array;

  constructor(shared = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#state = new Int32Array(shared);
  }

  async pass<T>(call: () => Promise<T>): Promise<T> {
    // First inside, then the look at the door: whoever closes it either sees us or is seen by us.
    Atomics.add(this.#state, INSIDE, 1);
    try {
      if (Atomics.load(this.#state, CLOSED) === 1) throw new Error('This thread is being ended.');
      return await call();
    } finally {
      Atomics.sub(this.#state, INSIDE, 1);
    }
  }

  /** Lets nothing in any more and waits until all is out. */
  async close(): Promise<void> {
    Atomics.store(this.#state, CLOSED, 1);
    while (Atomics.load(this.#state, INSIDE) > 0) await wait(POLL_MS);
  }
}

/** The gate of this thread; outside the pool nobody ever closes it. */
export const nativeGate = new NativeGate(
  workerData instanceof SharedArrayBuffer ? workerData : new SharedArrayBuffer(8),
);
