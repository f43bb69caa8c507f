/** Rows in PostgreSQL's binary COPY format. Call `reserve` before each row: the other methods do not check the size. */
export class CopyBuffer {
  bytes: Buffer;
  length = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(size);
  }

  reserve(size: number): void {
    if (this.bytes.length - this.length >= size) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + size));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  short(value: number): void {
    this.bytes[this.length++] = value >>> 8;
    this.bytes[this.length++] = value;
  }

  long(value: number): void {
    const at = this.length;
    const { bytes } = this;
    bytes[at] = value >>> 24;
    bytes[at + 1] = value >>> 16;
    bytes[at + 2] = value >>> 8;
    bytes[at + 3] = value;
    this.length = at + 4;
  }

  null(): void {
    this.long(-1);
  }

  smallint(value: number): void {
    this.long(2);
    this.short(value);
  }

  integer(value: number): void {
    this.long(4);
    this.long(value);
  }

  /** Exact up to 2^53, which is above every count, amount and id in these files. */
  bigint(value: number): void {
    this.long(8);
    this.long(Math.floor(value / 4_294_967_296));
    this.long(value % 4_294_967_296);
  }

  double(value: number): void {
    this.long(8);
    this.length = this.bytes.writeDoubleBE(value, this.length);
  }

  real(value: number): void {
    this.long(4);
    this.length = this.bytes.writeFloatBE(value, this.length);
  }

  boolean(value: boolean): void {
    this.long(1);
    this.bytes[this.length++] = value ? 1 : 0;
  }

  text(source: Buffer, start: number, end: number): void {
    this.long(end - start);
    const { bytes } = this;
    let to = this.length;
    // For short cells, which most are, a loop is faster than Buffer.copy.
    if (end - start < 40) for (let i = start; i < end; i++) bytes[to++] = source[i] as number;
    else to += source.copy(bytes, to, start, end);
    this.length = to;
  }
}
