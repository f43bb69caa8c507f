/**
 * Deterministic random numbers (sfc32). Each part of each carrier has its own stream, so files that are written
 * separately agree with each other.
 */
export class Rng {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(seed: number, ...path: number[]) {
    let h = mix(seed ^ 0x9e3779b9);
    for (const step of path) h = mix(h ^ Math.imul(step + 0x7f4a7c15, 0x85ebca6b));
    this.#a = h;
    this.#b = mix(h + 0x6d2b79f5);
    this.#c = mix(h ^ 0x5bf03635);
    for (let i = 0; i < 4; i++) this.next();
  }

  /** In [0, 1), with 32 bits. */
  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return (t >>> 0) / 4_294_967_296;
  }

  /** An integer in [0, end). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** An integer in [first, last]. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  digits(count: number): string {
    let out = '';
    while (out.length < count) out += this.below(10);
    return out;
  }

  poisson(mean: number): number {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let n = 0;
    for (let product = this.next(); product > limit; product *= this.next()) n++;
    return n;
  }

  normal(): number {
    const u = 1 - this.next();
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.next());
  }
}

function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return h ^ (h >>> 15);
}

/** Returns a function that picks values by weight, by binary search. */
export function weighted<T>(values: readonly T[], weights: readonly number[]): (rng: Rng) => T {
  let total = 0;
  const sums = weights.map((weight) => {
    total += weight;
    return total;
  });
  return (rng) => {
    const at = rng.next() * total;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > at) high = middle;
      else low = middle + 1;
    }
    return values[low] as T;
  };
}
