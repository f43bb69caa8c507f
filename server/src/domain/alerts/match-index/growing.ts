import { grown } from '../../../lib/bytes/grown.ts';

/** A growing list of 32-bit integers that uses four bytes for each. */
export class Growing {
  values: Int32Array;

  constructor(capacity: number) {
    this.values = new Int32Array(Math.max(capacity, 16));
  }

  get(at: number): number {
    return this.values[at] as number;
  }

  set(at: number, value: number): void {
    if (at >= this.values.length) this.values = grown(this.values, at + 1);
    this.values[at] = value;
  }
}
