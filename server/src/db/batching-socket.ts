import { Socket } from 'node:net';

/**
 * Sends what is written in one turn of the event loop with one write. `pg` writes each statement by itself: that was a quarter of the
 * processor time of a worker, and PostgreSQL woke up for each. With TLS, each write is a record of its own.
 */
export class BatchingSocket extends Socket {
  #holds = false;

  override connect(...given: unknown[]): this {
    super.connect(...(given as Parameters<Socket['connect']>));
    // Socket.connect() resets `write` to Socket.prototype.write, so it is overridden after that call.
    this.write = (...written: unknown[]) => {
      this.#holdWrites();
      return super.write(...(written as Parameters<Socket['write']>));
    };
    return this;
  }

  #holdWrites(): void {
    if (this.#holds) return;
    this.#holds = true;
    this.cork();
    process.nextTick(() => {
      this.#holds = false;
      this.uncork();
    });
  }
}
