import { type Db, statement } from '../../db/database.ts';

const all = statement('recognition.logos', 'select name from logos order by name');
const FRESH_MS = 60_000;

/** The wordmarks that trailers are searched for; a new one is known within a minute. */
export class LogoList {
  readonly #db: Db;
  #names: Promise<string[]> | null = null;
  #readAt = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  names(): Promise<string[]> {
    const now = performance.now();
    if (this.#names === null || now - this.#readAt > FRESH_MS) {
      this.#readAt = now;
      this.#names = this.#db.rows<{ name: string }>(all).then((rows) => rows.map(({ name }) => name));
      this.#names.catch(() => {
        this.#names = null;
      });
    }
    return this.#names;
  }
}
