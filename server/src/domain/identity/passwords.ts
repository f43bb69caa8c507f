import { hash, verify } from '@node-rs/argon2';
import { Gate } from '../../lib/async/gate.ts';
import { AppError } from '../../lib/errors.ts';

/** argon2id is the library's default algorithm; the costs are OWASP's. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_WAITING = 500;
/** Longer ones are refused before hashing; nobody can have set one. */
export const LONGEST_PASSWORD = 1_024;
export const SHORTEST_PASSWORD = 8;

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time whether there is a hash to compare with or not. */
  matches(password: string, storedHash: string | null): Promise<boolean>;
};

/** argon2id on the thread pool, a few at a time: each takes 19 MiB and a core for some 20 ms. */
export async function openPasswords(atOnce: number, maxWaiting = MAX_WAITING): Promise<Passwords> {
  const gate = new Gate(atOnce, maxWaiting);
  const nobodys = await hash('nobody has this password', OPTIONS);
  const crowded = () =>
    new AppError('too_many', 'Too many token requests. Try again shortly.', { retryAfterSeconds: 1 });
  return {
    hash: (password) => gate.run(() => hash(password, OPTIONS), crowded),
    async matches(password, storedHash) {
      const equal = await gate.run(
        () => verify(storedHash ?? nobodys, password.slice(0, LONGEST_PASSWORD)),
        crowded,
      );
      return equal && storedHash !== null && password.length <= LONGEST_PASSWORD;
    },
  };
}
