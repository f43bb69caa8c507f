import { grown } from '../../../lib/bytes/grown.ts';
import { Growing } from './growing.ts';
import { indexOf } from './value-numbers.ts';

const PAIR = 2;
/** The description of a value's block: where it starts, how many alerts are in it, and how many it has room for. */
const BLOCK = 4;
const [LENGTH, SIZE] = [1, 2];

/**
 * The alerts listed under each value: the id of the alert and its `rest`, a number that the caller chooses. The alerts
 * of a value are adjacent in one array, since reading them one by one from all over the memory would take most of the
 * time of a match. A block that is full moves to a block of twice the size.
 */
export class Postings {
  #pairs: Int32Array;
  /** The end of the part of `pairs` that was ever used. */
  #end = 0;
  /** One for each value, in one array, so that a lookup reads one place in memory. */
  readonly #blocks: Growing;
  /** Starts of unused blocks with room for 2^n alerts. */
  readonly #unused: number[][] = [];

  constructor(capacity: number) {
    this.#pairs = new Int32Array(Math.max(capacity, 16) * PAIR);
    this.#blocks = new Growing(capacity * BLOCK);
  }

  length(value: number): number {
    const at = indexOf(value) * BLOCK + LENGTH;
    return at < this.#blocks.values.length ? this.#blocks.get(at) : 0;
  }

  /** Pairs of id and rest; those of a value start at `start(value)`. Valid until the next change. */
  get pairs(): Int32Array {
    return this.#pairs;
  }

  start(value: number): number {
    return this.#blocks.get(indexOf(value) * BLOCK);
  }

  add(value: number, id: number, rest: number): void {
    const length = this.length(value);
    const block = indexOf(value) * BLOCK;
    if (length === 0 || length === this.#blocks.get(block + SIZE)) this.#move(block, length);
    const at = this.#blocks.get(block) + length * PAIR;
    this.#pairs[at] = id;
    this.#pairs[at + 1] = rest;
    this.#blocks.set(block + LENGTH, length + 1);
  }

  /** Returns the rest of the alert. */
  remove(value: number, id: number): number {
    const block = indexOf(value) * BLOCK;
    const start = this.#blocks.get(block);
    const length = this.#blocks.get(block + LENGTH) - 1;
    const last = start + length * PAIR;
    let at = start;
    while (at < last && this.#pairs[at] !== id) at += PAIR;
    const rest = this.#pairs[at + 1] as number;
    this.#pairs[at] = this.#pairs[last] as number;
    this.#pairs[at + 1] = this.#pairs[last + 1] as number;
    this.#blocks.set(block + LENGTH, length);
    if (length === 0) this.#discard(start, this.#blocks.get(block + SIZE));
    return rest;
  }

  #move(block: number, length: number): void {
    const size = Math.max(length * 2, 1);
    const to = this.#block(size);
    if (length > 0) {
      const from = this.#blocks.get(block);
      this.#pairs.copyWithin(to, from, from + length * PAIR);
      this.#discard(from, length);
    }
    this.#blocks.set(block + SIZE, size);
    this.#blocks.set(block + LENGTH, length);
    this.#blocks.set(block, to);
  }

  #block(size: number): number {
    const unused = this.#unused[Math.log2(size)]?.pop();
    if (unused !== undefined) return unused;
    const start = this.#end;
    this.#end += size * PAIR;
    this.#pairs = grown(this.#pairs, this.#end);
    return start;
  }

  #discard(start: number, size: number): void {
    const level = Math.log2(size);
    this.#unused[level] ??= [];
    this.#unused[level].push(start);
  }
}
