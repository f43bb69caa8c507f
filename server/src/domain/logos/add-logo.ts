import type { Db } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { logoName } from './logo-name.ts';
import { insertLogo } from './logos.ts';

const LONGEST = 100;

/** Adds a wordmark; alerts may name it at once. Adding a known one changes nothing. */
export async function addLogo(db: Db, text: string): Promise<{ name: string; is_new: boolean }> {
  const name = logoName(text);
  if (name === '' || name.length > LONGEST || /\p{Cc}|\p{Cs}/u.test(name)) {
    throw new AppError(
      'invalid',
      `A logo needs 1 to ${LONGEST} characters, none of them a control character.`,
    );
  }
  return { name, is_new: await insertLogo(db, name) };
}
