import type pg from 'pg';

const LONG_STATEMENT = '12h';
/** An import reads and parses a file between two statements. */
const LONG_IDLE = '1h';

/**
 * Replaces the time limits of the pool for work that takes long by nature: imports, score runs, migrations, index builds.
 * They apply to the transaction, or to the session of a connection outside the pool.
 */
export async function allowLongWork(
  client: pg.ClientBase,
  scope: 'transaction' | 'session' = 'transaction',
): Promise<void> {
  const set = scope === 'transaction' ? 'set local' : 'set';
  await client.query(
    `${set} statement_timeout = '${LONG_STATEMENT}'; ${set} idle_in_transaction_session_timeout = '${LONG_IDLE}'`,
  );
}
