import { hash, verify } from '@node-rs/argon2';
import { Gate } from '../../lib/async/gate.ts';
import { AppError } from '../../lib/errors.ts';

/** argon2id, the default algorithm of the library, with the costs that OWASP recommends. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_WAITING = 500;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 1_024;

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time with and without a stored hash. */
  matches(password: string, storedHash: string | null): Promise<boolean>;
};

/** Hashes on the thread pool, `atOnce` at a time: each takes 19 MiB and one core for about 20 ms. */
export async function openPasswords(atOnce: number, maxWaiting = MAX_WAITING): Promise<Passwords> {
  const gate = new Gate(atOnce, maxWaiting);
  const placeholder = await hash('nobody has this password', OPTIONS);
  const busy = () =>
    new AppError('too_many', 'Too many token requests. Try again shortly.', { retryAfterSeconds: 1 });
  return {
    hash: (password) => gate.run(() => hash(password, OPTIONS), busy),
    async matches(password, storedHash) {
      const equal = await gate.run(
        () => verify(storedHash ?? placeholder, password.slice(0, MAX_PASSWORD_LENGTH)),
        busy,
      );
      return equal && storedHash !== null && password.length <= MAX_PASSWORD_LENGTH;
    },
  };
}
