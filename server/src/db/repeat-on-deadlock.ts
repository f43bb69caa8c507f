import { codeOf } from '../lib/errors.ts';

/** Deadlock, serialization failure: the transaction did nothing wrong and did nothing at all. */
const AGAIN = new Set(['40P01', '40001']);
const TRIES = 5;

/** Two transactions that wait for each other cost one of them its turn; it takes another. */
export async function repeatOnDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await transaction();
    } catch (error) {
      if (tried === TRIES || !AGAIN.has(codeOf(error) ?? '')) throw error;
    }
  }
}
