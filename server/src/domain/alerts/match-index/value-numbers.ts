import { randomInt } from 'node:crypto';
import { Growing } from './growing.ts';

/** The low bits of a value's number hold its field, so that a comparison with a sighting reads no memory of the value. */
const FIELD_BITS = 6;
export const MAX_FIELDS = 1 << FIELD_BITS;

export const fieldOf = (value: number): number => value & (MAX_FIELDS - 1);
/** Values are counted from 0; arrays of values use this. */
export const indexOf = (value: number): number => value >> FIELD_BITS;

const FREE = 0;
const DELETED = -1;

/**
 * Every value that some alert looks for, as a number: alerts hold numbers, and the fields of a sighting are converted to
 * numbers once. A hash table in one array takes a fraction of the time and memory of a Map for each field. The number of
 * a value that no alert looks for any more is reused.
 */
export class ValueNumbers {
  /** Cell c: the hash at 2c, the value's number plus one at 2c + 1. */
  #cells: Int32Array;
  /** Cells that are not free, including deleted ones. */
  #taken = 0;
  #size = 0;
  readonly #texts: string[] = [];
  readonly #uses: Growing;
  readonly #free: number[] = [];
  /** Values of each field. */
  readonly #counts = new Int32Array(MAX_FIELDS);
  /** Nobody can choose values that fall into the same cells. */
  readonly #seed = randomInt(2 ** 31);

  constructor(expected: number) {
    this.#uses = new Growing(expected);
    this.#cells = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(expected, 8) * 4)));
  }

  /** Returns the number of the value and counts one more use. */
  use(field: number, text: string): number {
    const hash = this.#hash(field, text);
    let at = this.#find(hash, field, text);
    if (at < 0) {
      if (this.#taken * 8 >= this.#cells.length * 3) {
        this.#rehash();
        at = this.#find(hash, field, text);
      }
      at = ~at;
      const index = this.#free.pop() ?? this.#texts.length;
      this.#texts[index] = text;
      this.#uses.set(index, 0);
      this.#cells[at] = hash;
      this.#cells[at + 1] = ((index << FIELD_BITS) | field) + 1;
      this.#counts[field] = (this.#counts[field] as number) + 1;
      this.#taken++;
      this.#size++;
    }
    const value = (this.#cells[at + 1] as number) - 1;
    const index = indexOf(value);
    this.#uses.set(index, this.#uses.get(index) + 1);
    return value;
  }

  release(value: number): void {
    const index = indexOf(value);
    const left = this.#uses.get(index) - 1;
    this.#uses.set(index, left);
    if (left > 0) return;
    const field = fieldOf(value);
    const text = this.#texts[index] as string;
    this.#cells[this.#find(this.#hash(field, text), field, text) + 1] = DELETED;
    this.#counts[field] = (this.#counts[field] as number) - 1;
    this.#texts[index] = '';
    this.#free.push(index);
    this.#size--;
  }

  /** -1 when no alert looks for it. */
  find(field: number, text: string): number {
    if (this.#counts[field] === 0) return -1;
    const at = this.#find(this.#hash(field, text), field, text);
    return at < 0 ? -1 : (this.#cells[at + 1] as number) - 1;
  }

  text(value: number): string {
    return this.#texts[indexOf(value)] as string;
  }

  /** Where the value is, or the complement of the free cell that ends the search for it. */
  #find(hash: number, field: number, text: string): number {
    const cells = this.#cells;
    const mask = cells.length - 1;
    for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
      const next = cells[at + 1] as number;
      if (next === FREE) return ~at;
      if (cells[at] !== hash || next === DELETED) continue;
      const value = next - 1;
      if (fieldOf(value) === field && this.#texts[indexOf(value)] === text) return at;
    }
  }

  #hash(field: number, text: string): number {
    let hash = this.#seed ^ field;
    for (let i = 0; i < text.length; i++) {
      hash = Math.imul(hash ^ text.charCodeAt(i), 0x5bd1e995);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return hash ^ (hash >>> 16);
  }

  #rehash(): void {
    const old = this.#cells;
    const cells = new Int32Array(this.#size * 4 >= old.length ? old.length * 2 : old.length);
    const mask = cells.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      const value = old[from + 1] as number;
      if (value <= 0) continue;
      let at = ((old[from] as number) << 1) & mask;
      while (cells[at + 1] !== FREE) at = (at + 2) & mask;
      cells[at] = old[from] as number;
      cells[at + 1] = value;
    }
    this.#cells = cells;
    this.#taken = this.#size;
  }
}
