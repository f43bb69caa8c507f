import type { Database } from '../../db/database.ts';
import { insertImages } from './insert/insert-images.ts';
import type { Inserted, NewImage } from './insert/new-image.ts';

type Waiting = { image: NewImage; resolve: (found: Inserted) => void; reject: (error: unknown) => void };

const BATCHES_AT_ONCE = 2;
const MOST_IN_A_BATCH = 100;

/** Writes concurrent images together and in one commit: images that arrive during a write share the next batch. */
export class ImageWriter {
  readonly #db: Database;
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  insert(image: NewImage): Promise<Inserted> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ image, resolve, reject });
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    if (this.#running >= BATCHES_AT_ONCE || this.#waiting.length === 0) return;
    this.#running++;
    await this.#write(this.#takeBatch());
    this.#running--;
    void this.#next();
  }

  /** One statement cannot hold the same image twice; the second waits for the next batch. */
  #takeBatch(): Waiting[] {
    const batch = new Map<string, Waiting>();
    const rest: Waiting[] = [];
    for (const one of this.#waiting) {
      if (batch.size < MOST_IN_A_BATCH && !batch.has(one.image.id)) batch.set(one.image.id, one);
      else rest.push(one);
    }
    this.#waiting = rest;
    return [...batch.values()];
  }

  async #write(batch: Waiting[]): Promise<void> {
    try {
      const found = await insertImages(
        this.#db,
        batch.map(({ image }) => image),
      );
      for (const { image, resolve } of batch) resolve(found.get(image.id) ?? 'known');
    } catch (error) {
      // One bad row must not fail the others.
      if (batch.length > 1) await Promise.all(batch.map((one) => this.#write([one])));
      else batch[0]?.reject(error);
    }
  }
}
