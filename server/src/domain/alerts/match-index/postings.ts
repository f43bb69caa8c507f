import { Growing } from './growing.ts';

const END = -1;

/** The alerts listed under each value: linked lists in arrays. An alert is in one list at a time. */
export class Postings {
  /** Shifted by one, so that the zero of a new array means the end. */
  readonly #first: Growing;
  readonly #length: Growing;
  readonly #next: Growing;
  readonly #previous: Growing;

  constructor(capacity: number) {
    this.#first = new Growing(capacity);
    this.#length = new Growing(capacity);
    this.#next = new Growing(capacity);
    this.#previous = new Growing(capacity);
  }

  length(value: number): number {
    return value < this.#length.values.length ? this.#length.get(value) : 0;
  }

  first(value: number): number {
    return value < this.#first.values.length ? this.#first.get(value) - 1 : END;
  }

  /** -1 after the last. */
  next(slot: number): number {
    return this.#next.get(slot);
  }

  add(value: number, slot: number): void {
    const first = this.first(value);
    this.#next.set(slot, first);
    this.#previous.set(slot, END);
    if (first !== END) this.#previous.set(first, slot);
    this.#first.set(value, slot + 1);
    this.#length.set(value, this.length(value) + 1);
  }

  remove(value: number, slot: number): void {
    const next = this.#next.get(slot);
    const previous = this.#previous.get(slot);
    if (previous === END) this.#first.set(value, next + 1);
    else this.#next.set(previous, next);
    if (next !== END) this.#previous.set(next, previous);
    this.#length.set(value, this.#length.get(value) - 1);
  }
}
