import { grown } from '../../../lib/bytes/grown.ts';

/**
 * Assigns each inspection (id and carrier) an index. A hash table with open addressing in two flat arrays: a Map would
 * need five times the memory for millions of entries.
 */
export class InspectionIndex {
  carriers: Int32Array = new Int32Array(1_024);
  size = 0;
  #ids: Float64Array = new Float64Array(1_024);
  #slots: Int32Array;
  #mask: number;
  /** Rows of one inspection are adjacent in the files. */
  #last = 0;

  constructor(expected = 1_024) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 1.7)));
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  findOrAdd(id: number, carrier: number): number {
    const last = this.#last;
    if (this.#ids[last] === id && this.carriers[last] === carrier && last < this.size) return last;
    this.#last = this.#find(id, carrier);
    return this.#last;
  }

  #find(id: number, carrier: number): number {
    let slot = hash(id) & this.#mask;
    for (;;) {
      const entry = this.#slots[slot] as number;
      if (entry === 0) return this.#add(id, carrier, slot);
      if (this.#ids[entry - 1] === id && this.carriers[entry - 1] === carrier) return entry - 1;
      slot = (slot + 1) & this.#mask;
    }
  }

  #add(id: number, carrier: number, slot: number): number {
    const index = this.size++;
    this.#ids = grown(this.#ids, this.size);
    this.carriers = grown(this.carriers, this.size);
    this.#ids[index] = id;
    this.carriers[index] = carrier;
    this.#slots[slot] = index + 1;
    if (this.size * 1.5 > this.#slots.length) this.#widen();
    return index;
  }

  #widen(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    this.#mask = this.#slots.length - 1;
    for (let index = 0; index < this.size; index++) {
      let slot = hash(this.#ids[index] as number) & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = index + 1;
    }
  }
}

function hash(id: number): number {
  const low = Math.imul(id | 0, 0x9e3779b1) ^ Math.imul(Math.floor(id / 4_294_967_296), 0x85ebca6b);
  return low ^ (low >>> 15);
}
