/** A bucket of tokens per key. It holds `capacity` tokens at most and is refilled evenly over `windowMs`. */
export class TokenBuckets<Key> {
  readonly capacity: number;
  readonly #tokensPerMs: number;
  readonly #maxKeys: number;
  readonly #buckets = new Map<Key, { tokens: number; at: number }>();

  constructor(capacity: number, windowMs: number, maxKeys: number) {
    this.capacity = capacity;
    this.#tokensPerMs = capacity / windowMs;
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** The tokens that are left after one was taken; negative, and nothing is taken, if there was none. */
  take(key: Key, now: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      if (this.#buckets.size >= this.#maxKeys) this.#makeRoom(now);
      this.#buckets.set(key, { tokens: this.capacity - 1, at: now });
      return this.capacity - 1;
    }
    const tokens = this.#tokensAt(bucket, now);
    bucket.tokens = tokens >= 1 ? tokens - 1 : tokens;
    bucket.at = now;
    return tokens - 1;
  }

  /** Whether a token is left. Takes none. */
  has(key: Key, now: number): boolean {
    const bucket = this.#buckets.get(key);
    return bucket === undefined || this.#tokensAt(bucket, now) >= 1;
  }

  /** The time until the bucket has this many tokens again. */
  msUntil(key: Key, wanted: number, now: number): number {
    const bucket = this.#buckets.get(key);
    const tokens = bucket === undefined ? this.capacity : this.#tokensAt(bucket, now);
    return Math.max(0, (wanted - tokens) / this.#tokensPerMs);
  }

  #tokensAt({ tokens, at }: { tokens: number; at: number }, now: number): number {
    return Math.min(this.capacity, tokens + Math.max(0, now - at) * this.#tokensPerMs);
  }

  /** Forgets full buckets, which are like new ones. If all are in use, it forgets the oldest. */
  #makeRoom(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (this.#tokensAt(bucket, now) >= this.capacity) this.#buckets.delete(key);
    }
    // A tenth at once, so that the search above does not run for every new key.
    let surplus = this.#buckets.size - Math.floor(this.#maxKeys * 0.9);
    for (const key of this.#buckets.keys()) {
      if (surplus-- <= 0) break;
      this.#buckets.delete(key);
    }
  }
}
