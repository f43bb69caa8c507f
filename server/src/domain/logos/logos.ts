import { type Db, statement } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { logoName } from '../../lib/identifiers/comparable.ts';

const MAX_LENGTH = 100;
const FRESH_MS = 60_000;

const list = statement('logos.list', `select name from logos order by name collate "C"`);

export async function listLogos(db: Db): Promise<string[]> {
  return (await db.rows<{ name: string }>(list)).map(({ name }) => name);
}

const exists = statement('logos.exists', `select 1 from logos where name = $1`);

export async function logoExists(db: Db, name: string): Promise<boolean> {
  return (await db.row(exists, [name])) !== null;
}

const insert = statement('logos.insert', `insert into logos (name) values ($1) on conflict do nothing`);

/** Adds a wordmark. Adding an existing one changes nothing. */
export async function addLogo(db: Db, text: string): Promise<{ name: string; is_new: boolean }> {
  const name = logoName(text);
  if (name === '' || name.length > MAX_LENGTH || /\p{Cc}|\p{Cs}/u.test(name)) {
    throw new AppError(
      'invalid',
      `A logo must have 1 to ${MAX_LENGTH} characters and no control characters.`,
    );
  }
  return { name, is_new: (await db.run(insert, [name])) > 0 };
}

const remove = statement('logos.delete', 'delete from logos where name = any ($1::text[])');

export function deleteLogos(db: Db, texts: string[]): Promise<number> {
  return db.run(remove, [texts.map(logoName)]);
}

/** The wordmarks that recognition searches for, cached for a minute. */
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
      this.#names = listLogos(this.#db);
      this.#names.catch(() => {
        this.#names = null;
      });
    }
    return this.#names;
  }
}
