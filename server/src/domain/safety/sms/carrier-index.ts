import { grown } from '../../../lib/bytes/grown.ts';

/** Numbers above it are typing mistakes, and few: they get a map. */
const LARGEST = 16_777_216;

/** Gives each USDOT number a place of its own, from 0, in the order in which they come. */
export class CarrierIndex {
  usdotNumbers: Int32Array = new Int32Array(1_024);
  size = 0;
  #places: Int32Array = new Int32Array(1_024);
  readonly #others = new Map<number, number>();
  /** Below it the number itself is the place in a table. */
  readonly #direct: number;

  /** The table pays for a country; for a few carriers a map does. */
  constructor(isCountry: boolean) {
    this.#direct = isCountry ? LARGEST : 0;
  }

  /** -1 when it has none. */
  find(usdotNumber: number): number {
    if (usdotNumber >= this.#direct) return this.#others.get(usdotNumber) ?? -1;
    return usdotNumber < this.#places.length ? (this.#places[usdotNumber] as number) - 1 : -1;
  }

  place(usdotNumber: number): number {
    const known = this.find(usdotNumber);
    return known >= 0 ? known : this.#add(usdotNumber);
  }

  #add(usdotNumber: number): number {
    const place = this.size++;
    this.usdotNumbers = grown(this.usdotNumbers, this.size);
    this.usdotNumbers[place] = usdotNumber;
    if (usdotNumber >= this.#direct) this.#others.set(usdotNumber, place);
    else {
      this.#places = grown(this.#places, usdotNumber + 1);
      this.#places[usdotNumber] = place + 1;
    }
    return place;
  }
}
