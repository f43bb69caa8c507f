import { codeOf, messageOf } from '../lib/errors.ts';

/** Cannot be reached, is starting or is shutting down. ENOENT: the Unix socket does not exist. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0[1-3]|08\w{3})$/;
/**
 * Deadlocks, a read-only standby, a transaction that an unknown error has aborted, changed credentials, a missing database, no
 * free connections, memory or disk, a lock timeout, a failed disk. Not 57014: a statement that takes too long may be the fault
 * of its values.
 */
const STATE_OF_SERVER = /^(40\w{3}|25006|25P0[23]|28\w{3}|3D000|53\w{3}|55P03|55006|57(?!014)\w{3}|58\w{3})$/;
/** The driver's own errors have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/** The database cannot be used at present. */
export function isDatabaseAway(error: unknown): boolean {
  return AWAY.test(codeOf(error) ?? '') || CONNECTION_LOST.test(messageOf(error));
}

/** The statement failed because of the state of the database, and not because of its text or its values. */
export function isDatabaseFault(error: unknown): boolean {
  return isDatabaseAway(error) || STATE_OF_SERVER.test(codeOf(error) ?? '');
}
