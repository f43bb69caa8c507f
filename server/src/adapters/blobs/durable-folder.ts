import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Syncs a folder for several callers at once. A call during a sync shares the next one, because the current one may have
 * begun before the caller's rename.
 */
export class DurableFolder {
  readonly path: string;
  #handle: Promise<FileHandle> | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** Creates the folder durably, once. */
  ready(): Promise<FileHandle> {
    this.#handle ??= this.#open().catch((error) => {
      this.#handle = null;
      throw error;
    });
    return this.#handle;
  }

  sync(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#sync();
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        this.#running = this.#sync();
        return this.#running;
      });
    return this.#next;
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await (await handle)?.close();
  }

  async #sync(): Promise<void> {
    try {
      await (await this.ready()).sync();
    } finally {
      this.#running = null;
    }
  }

  async #open(): Promise<FileHandle> {
    const made = await mkdir(this.path, { recursive: true, mode: 0o700 });
    if (made !== undefined) {
      const parent = await open(dirname(made), 'r');
      await parent.sync().finally(() => parent.close());
    }
    return open(this.path, 'r');
  }
}
