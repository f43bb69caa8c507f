const FREE = 0;
const DELETED = -1;

/** Maps alert ids (greater than 0) to slots: a hash table in two arrays, at a third of the size and time of a Map. */
export class Slots {
  #ids: Int32Array;
  #slots: Int32Array;
  /** Cells that are not free, including deleted ones. */
  #taken = 0;
  size = 0;

  constructor(expected: number) {
    const cells = 2 ** Math.ceil(Math.log2(Math.max(expected, 8) * 2));
    this.#ids = new Int32Array(cells);
    this.#slots = new Int32Array(cells);
  }

  /** -1 when there is none. */
  get(id: number): number {
    const cell = this.#find(id);
    return this.#ids[cell] === id ? (this.#slots[cell] as number) : -1;
  }

  /** The id must not be present. */
  add(id: number, slot: number): void {
    if (this.#taken * 4 >= this.#ids.length * 3) this.#rehash();
    const cell = this.#find(id);
    this.#ids[cell] = id;
    this.#slots[cell] = slot;
    this.#taken++;
    this.size++;
  }

  delete(id: number): void {
    const cell = this.#find(id);
    if (this.#ids[cell] !== id) return;
    this.#ids[cell] = DELETED;
    this.size--;
  }

  /** The cell of the id, or the free cell that ends the search for it. */
  #find(id: number): number {
    const mask = this.#ids.length - 1;
    let cell = (Math.imul(id, 0x9e3779b1) >>> 0) & mask;
    while (this.#ids[cell] !== id && this.#ids[cell] !== FREE) cell = (cell + 1) & mask;
    return cell;
  }

  #rehash(): void {
    const [ids, slots] = [this.#ids, this.#slots];
    const cells = this.size * 2 >= ids.length ? ids.length * 2 : ids.length;
    this.#ids = new Int32Array(cells);
    this.#slots = new Int32Array(cells);
    this.#taken = 0;
    this.size = 0;
    for (let cell = 0; cell < ids.length; cell++) {
      const id = ids[cell] as number;
      if (id > 0) this.add(id, slots[cell] as number);
    }
  }
}
