import { isAscii, isUtf8 } from 'node:buffer';
import { grown } from '../bytes/grown.ts';

const COMMA = 0x2c;
const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const SPACE = 0x20;
const BOM = [0xef, 0xbb, 0xbf];
/** Real records are much shorter. A longer one has an unclosed quote. */
const LONGEST_RECORD_BYTES = 1_048_576;

/** Decoders treat latin-1 as windows-1252. */
const latin1 = new TextDecoder('windows-1252');

/**
 * Splits CSV bytes into records without creating a string per cell: cell i is `source` from `starts[i]` to `ends[i]`.
 * Quoted cells may contain commas and line breaks. Cells that are not valid UTF-8 are read as latin-1. Zero bytes,
 * which PostgreSQL cannot store, become spaces. The arrays are valid until the next call of `next` or `write`.
 */
export class CsvSplitter {
  source: Buffer;
  starts = new Int32Array(256);
  ends = new Int32Array(256);
  cells = 0;
  /** The line number of the start of the record, from 1. */
  line = 0;
  /** Set if the record could not be split; cell 0 is then its first line. */
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
    if (this.#atStart) this.#skipBom();
    this.#isPlain = isAscii(this.#buffer.subarray(this.#head, this.#tail));
  }

  /** Ends the input. The last record needs no line break. */
  end(): void {
    this.#makeRoom(1);
    this.#ended = true;
  }

  /** Moves to the next complete record, skipping blank lines; false if more bytes are needed or none are left. */
  next(): boolean {
    for (;;) {
      if (this.#head >= this.#tail) return false;
      this.source = this.#buffer;
      this.problem = null;
      const stop = this.#split();
      if (stop < 0) return false;
      this.line = this.#lines;
      this.#lines += this.#recordLines;
      const from = this.#head;
      this.#head = stop;
      if (this.cells === 1 && this.starts[0] === this.ends[0]) continue;
      if (this.#anyDoubled) this.#undouble();
      if (!this.#isPlain && !isAscii(this.#buffer.subarray(from, stop))) this.#fixEncoding();
      return true;
    }
  }

  /** Slow: for messages and reject files only. */
  text(cell: number): string {
    return this.source.toString('utf8', this.starts[cell], this.ends[cell]);
  }

  texts(): string[] {
    return Array.from({ length: this.cells }, (_, cell) => this.text(cell));
  }

  /** Returns the start of the next record, or -1 if this one is not complete. */
  #split(): number {
    const buffer = this.#buffer;
    const tail = this.#tail;
    // A line break after the last byte ends every scan without a bounds check.
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

  /** A quote that is neither doubled nor at the end of its cell is treated as part of the text. */
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
    return this.#rejectLine('a quotation mark is never closed');
  }

  #tooLong(tail: number): number {
    return tail - this.#head < LONGEST_RECORD_BYTES ? -1 : this.#rejectLine('the record is longer than 1 MB');
  }

  /** Rejects only the first line, because the next one may be valid. */
  #rejectLine(problem: string): number {
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

  /** Converted cells are longer, so the record moves to a new buffer. */
  #fixEncoding(): void {
    const cells = Array.from({ length: this.cells }, (_, i) =>
      this.#buffer.subarray(this.starts[i], this.ends[i]),
    );
    if (cells.every((cell) => isUtf8(cell))) return;
    const fixed = cells.map((cell) => (isUtf8(cell) ? cell : Buffer.from(latin1.decode(cell), 'utf8')));
    this.source = Buffer.concat(fixed);
    let at = 0;
    fixed.forEach((cell, i) => {
      this.starts[i] = at;
      at += cell.length;
      this.ends[i] = at;
    });
  }

  #skipBom(): void {
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
    const length = this.starts.length * 2;
    this.starts = grown(this.starts, length);
    this.ends = grown(this.ends, length);
    this.#doubled = grown(this.#doubled, length);
  }
}

/** Quotes cells where needed. */
export function csvLine(cells: string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\n`;
}
