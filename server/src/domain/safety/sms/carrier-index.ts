import { grown } from '../../../lib/bytes/grown.ts';

/** USDOT numbers above this are typing errors. They are few and go into a map. */
const LARGEST_DIRECT = 16_777_216;

/** Assigns each USDOT number an index, from 0, in order of arrival. */
export class CarrierIndex {
  usdotNumbers: Int32Array = new Int32Array(1_024);
  size = 0;
  #indexes: Int32Array = new Int32Array(1_024);
  readonly #others = new Map<number, number>();
  /** Numbers below this are looked up in an array, others in a map. */
  readonly #directBelow: number;

  /** The array needs 64 MB for all carriers; for a few carriers a map is enough. */
  constructor(isNational: boolean) {
    this.#directBelow = isNational ? LARGEST_DIRECT : 0;
  }

  /** Returns -1 if the number has no index. */
  find(usdotNumber: number): number {
    if (usdotNumber >= this.#directBelow) return this.#others.get(usdotNumber) ?? -1;
    return usdotNumber < this.#indexes.length ? (this.#indexes[usdotNumber] as number) - 1 : -1;
  }

  findOrAdd(usdotNumber: number): number {
    const known = this.find(usdotNumber);
    return known >= 0 ? known : this.#add(usdotNumber);
  }

  #add(usdotNumber: number): number {
    const index = this.size++;
    this.usdotNumbers = grown(this.usdotNumbers, this.size);
    this.usdotNumbers[index] = usdotNumber;
    if (usdotNumber >= this.#directBelow) this.#others.set(usdotNumber, index);
    else {
      this.#indexes = grown(this.#indexes, usdotNumber + 1);
      this.#indexes[usdotNumber] = index + 1;
    }
    return index;
  }
}
