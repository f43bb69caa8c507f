const FREE = 0;
const DELETED = -1;

/**
 * Maps alert ids (greater than 0) to the value that each is listed under: a hash table of pairs in one array. Ids are
 * assigned one after the other, so they are their own hash, and alerts that are loaded in order use adjacent memory.
 */
export class Anchors {
  /** Cell c: the id at 2c, the value at 2c + 1. */
  #cells: Int32Array;
  /** Cells that are not free, including deleted ones. */
  #taken = 0;
  size = 0;

  constructor(expected: number) {
    this.#cells = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(expected, 8) * 4)));
  }

  /** -1 when there is none. */
  get(id: number): number {
    const at = this.#find(id);
    return this.#cells[at] === id ? (this.#cells[at + 1] as number) : -1;
  }

  /** The id must not be present. */
  add(id: number, value: number): void {
    if (this.#taken * 8 >= this.#cells.length * 3) this.#rehash();
    const at = this.#find(id);
    this.#cells[at] = id;
    this.#cells[at + 1] = value;
    this.#taken++;
    this.size++;
  }

  delete(id: number): void {
    const at = this.#find(id);
    if (this.#cells[at] !== id) return;
    this.#cells[at] = DELETED;
    this.size--;
  }

  /** Where the id is, or the free cell that ends the search for it. */
  #find(id: number): number {
    const cells = this.#cells;
    const mask = cells.length - 1;
    let at = (id << 1) & mask;
    while (cells[at] !== id && cells[at] !== FREE) at = (at + 2) & mask;
    return at;
  }

  #rehash(): void {
    const old = this.#cells;
    this.#cells = new Int32Array(this.size * 4 >= old.length ? old.length * 2 : old.length);
    this.#taken = 0;
    this.size = 0;
    for (let at = 0; at < old.length; at += 2) {
      const id = old[at] as number;
      if (id > 0) this.add(id, old[at + 1] as number);
    }
  }
}
