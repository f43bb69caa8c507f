import { hash, verify } from '@node-rs/argon2';
import { KeyedGate } from '../../lib/async/keyed-gate.ts';
import { AppError } from '../../lib/errors.ts';

/** argon2id, the default algorithm of the library, with the costs that OWASP recommends. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_WAITING_PER_SOURCE = 50;
const MAX_PASSWORD_LENGTH = 1_024;

/** `source` is the organization or the address that the work is for: sources take turns. */
export type Passwords = {
  hash(password: string, source: string): Promise<string>;
  /** Takes the same time with and without a stored hash. */
  matches(password: string, storedHash: string | null, source: string): Promise<boolean>;
};

/**
 * Hashes on the thread pool, `atOnce` at a time: each takes 19 MiB and one core for about 20 ms. Sources take turns, so
 * the requests of one source delay another by at most the hashes that are running.
 */
export async function openPasswords(
  atOnce: number,
  maxWaitingPerSource = MAX_WAITING_PER_SOURCE,
): Promise<Passwords> {
  const gate = new KeyedGate<string>({
    width: atOnce,
    widthPerKey: atOnce,
    queuePerKey: maxWaitingPerSource,
  });
  const placeholder = await hash('nobody has this password', OPTIONS);
  const busy = () =>
    new AppError('too_many', 'Too many token requests. Try again shortly.', { retryAfterSeconds: 1 });
  return {
    hash: (password, source) => gate.run(source, () => hash(password, OPTIONS), busy),
    async matches(password, storedHash, source) {
      const equal = await gate.run(
        source,
        () => verify(storedHash ?? placeholder, password.slice(0, MAX_PASSWORD_LENGTH)),
        busy,
      );
      return equal && storedHash !== null && password.length <= MAX_PASSWORD_LENGTH;
    },
  };
}
