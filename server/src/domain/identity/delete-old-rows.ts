import { type Db, statement } from '../../db/database.ts';

const OLD_ROWS = [
  // For 30 days an expired token is reported as expired, afterwards as unknown.
  statement('identity.tokens.delete-old', `delete from tokens where expires_at < now() - interval '30 days'`),
  statement(
    'identity.attempts.delete-old',
    `delete from token_attempts where times[cardinality(times)] < now() - interval '2 hours'`,
  ),
  statement(
    'identity.rates.delete-old',
    `delete from request_rates where next_at < now() - interval '1 hour'`,
  ),
  statement(
    'identity.session.delete-old-addresses',
    `delete from sign_in_addresses where last_at < now() - interval '90 days'`,
  ),
  statement('identity.sso.delete-old', `delete from sso_sign_ins where expires_at < now()`),
];

/** Deletes expired tokens, old counters and finished sign-ins. */
export async function deleteOldIdentityRows(db: Db): Promise<void> {
  for (const old of OLD_ROWS) await db.run(old);
}
