import { isAscii, isUtf8 } from 'node:buffer';

const COMMA = 0x2c;
const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const SPACE = 0x20;
const BOM = [0xef, 0xbb, 0xbf];
/** No real record comes near it; beyond it, a quotation mark was never closed. */
const LONGEST_RECORD_BYTES = 1_048_576;

/** windows-1252, which every text called latin-1 is read as. */
const latin1 = new TextDecoder('windows-1252');

/**
 * Cuts comma-separated bytes into records, without a string per cell: a record is `source` with `starts` and
 * `ends`. Quotes may hold commas and line breaks; a cell that is no UTF-8 is read as latin-1; zero bytes, which
 * PostgreSQL cannot store, become spaces. The arrays are valid until the next call of `next` or `write`.
 */
export class CsvSplitter {
  source: Buffer;
  starts = new Int32Array(256);
  ends = new Int32Array(256);
  cells = 0;
  /** Where the record starts in the file, counted from 1. */
  line = 0;
  /** Set when the record could not be cut into cells; `source` from `starts[0]` to `ends[0]` is its first line. */
  problem: string | null = null;

  #buffer: Buffer;
  #doubled = new Uint8Array(256);
  #anyDoubled = false;
  #head = 0;
  #tail = 0;
  #lines = 1;
  #recordLines = 1;
  #isPlain = true;
  #atStart = true;
  #ended = false;

  constructor(size = 2 * LONGEST_RECORD_BYTES) {
    this.#buffer = Buffer.allocUnsafeSlow(size);
    this.source = this.#buffer;
  }

  write(chunk: Buffer): void {
    this.#makeRoom(chunk.length + 1);
    const added = this.#buffer.subarray(this.#tail, this.#tail + chunk.copy(this.#buffer, this.#tail));
    this.#tail += added.length;
    for (let at = added.indexOf(0); at >= 0; at = added.indexOf(0, at)) added[at] = SPACE;
    if (this.#atStart) this.#skipMark();
    this.#isPlain = isAscii(this.#buffer.subarray(this.#head, this.#tail));
  }

  /** No more is coming: what is left is the last record, with or without a line break. */
  end(): void {
    this.#makeRoom(1);
    this.#ended = true;
  }

  /** The next complete record, blank lines left out; false when more bytes are needed or none are left. */
  next(): boolean {
    for (;;) {
      if (this.#head >= this.#tail) return false;
      this.source = this.#buffer;
      this.problem = null;
      const stop = this.#cut();
      if (stop < 0) return false;
      this.line = this.#lines;
      this.#lines += this.#recordLines;
      const from = this.#head;
      this.#head = stop;
      if (this.cells === 1 && this.starts[0] === this.ends[0]) continue;
      if (this.#anyDoubled) this.#undouble();
      if (!this.#isPlain && !isAscii(this.#buffer.subarray(from, stop))) this.#mendEncoding();
      return true;
    }
  }

  /** For messages and reject files; slow. */
  text(cell: number): string {
    return this.source.toString('utf8', this.starts[cell], this.ends[cell]);
  }

  texts(): string[] {
    return Array.from({ length: this.cells }, (_, cell) => this.text(cell));
  }

  /** Returns where the next record starts, or -1 when this one is not complete. */
  #cut(): number {
    const buffer = this.#buffer;
    const tail = this.#tail;
    // A line break behind the last byte ends every scan without a look at the length.
    buffer[tail] = LF;
    this.#anyDoubled = false;
    this.#recordLines = 1;
    let at = this.#head;
    for (let cell = 0; ; cell++) {
      if (cell === this.starts.length) this.#growCells();
      let stop = at;
      if (buffer[at] === QUOTE && at < tail) {
        stop = this.#closingQuote(cell, at + 1);
        if (stop < 0) return this.#unclosed();
        this.starts[cell] = at + 1;
        this.ends[cell] = stop++;
        if (buffer[stop] === CR && buffer[stop + 1] === LF && stop + 1 <= tail) stop++;
      } else {
        let byte = buffer[stop];
        while (byte !== COMMA && byte !== LF) byte = buffer[++stop];
        this.starts[cell] = at;
        this.ends[cell] = byte === LF && stop > at && buffer[stop - 1] === CR ? stop - 1 : stop;
        this.#doubled[cell] = 0;
      }
      this.cells = cell + 1;
      if (stop >= tail) return this.#ended ? tail : this.#tooLong(tail);
      if (buffer[stop] === LF) return stop + 1;
      at = stop + 1;
    }
  }

  /** A quote that is neither doubled nor followed by the end of its cell is one that somebody forgot to double. */
  #closingQuote(cell: number, from: number): number {
    const buffer = this.#buffer;
    const tail = this.#tail;
    this.#doubled[cell] = 0;
    for (let at = from; ; at++) {
      for (let byte = buffer[at]; byte !== QUOTE; byte = buffer[++at]) {
        if (byte !== LF) continue;
        if (at >= tail) return -1;
        this.#recordLines++;
      }
      const after = buffer[at + 1];
      if (at + 1 >= tail) return this.#ended ? at : -1;
      if (after === COMMA || after === LF) return at;
      if (after === CR && at + 2 >= tail) return this.#ended ? at : -1;
      if (after === CR && buffer[at + 2] === LF) return at;
      this.#doubled[cell] = 1;
      this.#anyDoubled = true;
      if (after === QUOTE) at++;
    }
  }

  #unclosed(): number {
    if (!this.#ended && this.#tail - this.#head < LONGEST_RECORD_BYTES) return -1;
    return this.#giveUp('a quotation mark is never closed');
  }

  #tooLong(tail: number): number {
    return tail - this.#head < LONGEST_RECORD_BYTES
      ? -1
      : this.#giveUp('the record is longer than a megabyte');
  }

  /** Only the first line is given up: the next may be sound. */
  #giveUp(problem: string): number {
    const lineBreak = this.#buffer.indexOf(LF, this.#head);
    const stop = Math.min(lineBreak, this.#tail);
    this.problem = problem;
    this.cells = 1;
    this.#anyDoubled = false;
    this.#recordLines = 1;
    this.starts[0] = this.#head;
    this.ends[0] = stop;
    return Math.min(stop + 1, this.#tail);
  }

  #undouble(): void {
    const buffer = this.#buffer;
    for (let cell = 0; cell < this.cells; cell++) {
      if (!this.#doubled[cell]) continue;
      const end = this.ends[cell] as number;
      let to = this.starts[cell] as number;
      for (let at = to; at < end; at++) {
        buffer[to++] = buffer[at] as number;
        if (buffer[at] === QUOTE && buffer[at + 1] === QUOTE && at + 1 < end) at++;
      }
      this.ends[cell] = to;
    }
  }

  /** A cell grows when it is read as latin-1, so the record moves into a buffer of its own. */
  #mendEncoding(): void {
    const cells = Array.from({ length: this.cells }, (_, i) =>
      this.#buffer.subarray(this.starts[i], this.ends[i]),
    );
    if (cells.every((cell) => isUtf8(cell))) return;
    const mended = cells.map((cell) => (isUtf8(cell) ? cell : Buffer.from(latin1.decode(cell), 'utf8')));
    this.source = Buffer.concat(mended);
    let at = 0;
    mended.forEach((cell, i) => {
      this.starts[i] = at;
      at += cell.length;
      this.ends[i] = at;
    });
  }

  #skipMark(): void {
    if (this.#tail < BOM.length) return;
    this.#atStart = false;
    if (BOM.every((byte, i) => this.#buffer[i] === byte)) this.#head = BOM.length;
  }

  #makeRoom(size: number): void {
    if (this.#buffer.length - this.#tail >= size) return;
    const left = this.#tail - this.#head;
    const target =
      this.#buffer.length >= left + size ? this.#buffer : Buffer.allocUnsafeSlow((left + size) * 2);
    this.#buffer.copy(target, 0, this.#head, this.#tail);
    this.#buffer = target;
    this.#head = 0;
    this.#tail = left;
  }

  #growCells(): void {
    const grow = (old: Int32Array) => {
      const grown = new Int32Array(old.length * 2);
      grown.set(old);
      return grown;
    };
    this.starts = grow(this.starts);
    this.ends = grow(this.ends);
    const doubled = new Uint8Array(this.#doubled.length * 2);
    doubled.set(this.#doubled);
    this.#doubled = doubled;
  }
}

/** Quotes cells where needed. */
export function csvLine(cells: string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\n`;
}
