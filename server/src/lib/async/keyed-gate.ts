type KeyedGateLimits = {
  /** Tasks at once over all keys. */
  width: number;
  /** Tasks at once of one key. */
  widthPerKey: number;
  /** Waiting tasks of one key. */
  queuePerKey: number;
};

type KeyState = { running: number; waiting: (() => void)[] };

/** A gate that is shared fairly: no key can use all slots or fill the queue of another, and waiting keys take turns. */
export class KeyedGate<Key> {
  readonly #limits: KeyedGateLimits;
  /** In turn order: a key moves to the end when one of its tasks starts or ends. */
  readonly #keys = new Map<Key, KeyState>();
  #running = 0;

  constructor(limits: KeyedGateLimits) {
    this.#limits = limits;
  }

  /** Throws the error of `onFull` if the key's queue is full. */
  async run<T>(key: Key, task: () => Promise<T>, onFull: () => Error): Promise<T> {
    const state = this.#keys.get(key) ?? { running: 0, waiting: [] };
    if (this.#canStart(state)) {
      this.#start(state);
      this.#keys.set(key, state);
    } else {
      if (state.waiting.length >= this.#limits.queuePerKey) throw onFull();
      this.#keys.set(key, state);
      await new Promise<void>((resolve) => state.waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      this.#running--;
      state.running--;
      this.#keys.delete(key);
      if (state.running > 0 || state.waiting.length > 0) this.#keys.set(key, state);
      this.#startNext();
    }
  }

  #canStart(state: KeyState): boolean {
    return this.#running < this.#limits.width && state.running < this.#limits.widthPerKey;
  }

  #start(state: KeyState): void {
    this.#running++;
    state.running++;
  }

  #startNext(): void {
    for (const [key, state] of this.#keys) {
      if (state.waiting.length === 0 || !this.#canStart(state)) continue;
      this.#start(state);
      this.#keys.delete(key);
      this.#keys.set(key, state);
      state.waiting.shift()?.();
      return;
    }
  }
}
