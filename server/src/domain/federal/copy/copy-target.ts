import type pg from 'pg';
import * as copyStreams from 'pg-copy-streams';
import { CopyBuffer } from './copy-buffer.ts';

/** Larger than the socket's own buffer, so that a completed write has reached the kernel. */
const FLUSH_BYTES = 524_288;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

/** COPY into a table. One buffer is filled while the other is being sent. */
export class CopyTarget {
  current = new CopyBuffer(FLUSH_BYTES * 2);
  #other = new CopyBuffer(FLUSH_BYTES * 2);
  #sent: Promise<void> = Promise.resolve();
  #failure: Error | null = null;
  readonly #stream: copyStreams.CopyStreamQuery;

  constructor(client: pg.ClientBase, table: string, columns: readonly string[]) {
    // FREEZE saves a later vacuum pass. PostgreSQL allows it only for a table created in the same transaction.
    const text = `copy ${table} (${columns.join(', ')}) from stdin with (format binary, freeze true)`;
    this.#stream = client.query(copyStreams.from(text));
    this.#stream.on('error', (error) => {
      this.#failure ??= error;
    });
    this.current.reserve(SIGNATURE.length);
    this.current.length += SIGNATURE.copy(this.current.bytes);
  }

  get isFull(): boolean {
    return this.current.length >= FLUSH_BYTES;
  }

  async flush(): Promise<void> {
    await this.#sent;
    if (this.#failure) throw this.#failure;
    const full = this.current;
    this.current = this.#other;
    this.current.length = 0;
    this.#other = full;
    this.#sent = new Promise((resolve, reject) => {
      this.#stream.once('error', reject);
      this.#stream.write(full.bytes.subarray(0, full.length), (error) => {
        this.#stream.removeListener('error', reject);
        if (error) reject(error);
        else resolve();
      });
    });
    this.#sent.catch(() => undefined);
  }

  async finish(): Promise<void> {
    this.current.reserve(2);
    this.current.short(-1);
    await this.flush();
    await this.#sent;
    await new Promise<void>((resolve, reject) => {
      this.#stream.once('error', reject);
      this.#stream.end(() => resolve());
    });
  }

  /** Fails the COPY, so that the server discards the rows. */
  abort(): void {
    this.#stream.destroy();
  }
}
