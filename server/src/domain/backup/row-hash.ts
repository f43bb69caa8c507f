const NEWLINE = 0x0a;
const [PRIME_A, PRIME_B] = [0x9e37_79b1, 0x85eb_ca77];

/**
 * A hash of a set of rows that does not depend on their order: the sum of the rows' hashes, in two lanes of 32 bits. It
 * detects accidental differences between two copies of a table; it is not a protection against forgery.
 */
export class RowHash {
  rows = 0;
  bytes = 0;
  #a = 0;
  #b = 0;

  #add(bytes: Uint8Array, start: number, end: number): void {
    let a = (end - start) | 0;
    let b = ~a;
    let at = start;
    for (; at + 4 <= end; at += 4) {
      const word =
        (bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24);
      a = Math.imul(a ^ word, PRIME_A);
      a ^= a >>> 15;
      b = Math.imul(b + word, PRIME_B);
      b = (b << 13) | (b >>> 19);
    }
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      a = Math.imul(a ^ byte, PRIME_A);
      a ^= a >>> 15;
      b = Math.imul(b + byte, PRIME_B);
      b = (b << 13) | (b >>> 19);
    }
    this.#a = (this.#a + finish(a)) >>> 0;
    this.#b = (this.#b + finish(b ^ a)) >>> 0;
    this.rows++;
    this.bytes += end - start;
  }

  /** Adds the rows of a text COPY, one per line, and returns their number. */
  addLines(lines: Buffer): number {
    const before = this.rows;
    for (let at = 0; at < lines.length; ) {
      const end = lines.indexOf(NEWLINE, at) + 1 || lines.length;
      this.#add(lines, at, end);
      at = end;
    }
    return this.rows - before;
  }

  digest(): string {
    return [this.#a, this.#b].map((lane) => lane.toString(16).padStart(8, '0')).join('');
  }
}

/** Spreads every bit of the state over the whole word. */
function finish(state: number): number {
  let mixed = state ^ (state >>> 16);
  mixed = Math.imul(mixed, PRIME_B);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, PRIME_A);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
