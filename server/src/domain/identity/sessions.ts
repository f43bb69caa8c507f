import type { AccountSessions } from '../../contract/admin/account.ts';
import { type Db, statement } from '../../db/database.ts';
import { notFound } from './actor.ts';
import type { TokenRow } from './token-store.ts';
import { readUserAgent } from './user-agent.ts';

/** Starting one more console session ends the least recently used one. */
export const MAX_CONSOLE_SESSIONS = 50;
/** Only the rate of sign-ins limits the number of API tokens, so the list has a limit of its own. */
const MAX_LISTED = 200;

const CURRENT = `user_id = $1 and purpose = 'access' and expires_at > now()`;
const LAST_USE = 'coalesce(last_used_at, created_at)';

const excess = statement(
  'identity.sessions.end-excess',
  `delete from tokens where token_hash in (
     select token_hash from tokens where ${CURRENT} and keyless and token_hash <> $2
      order by ${LAST_USE} desc, id desc offset $3)`,
);
/** Runs in the transaction that starts the session. It holds the lock of the user's row, so the limit is exact. */
export async function endExcessSessions(tx: Db, userId: number, newest: Buffer): Promise<void> {
  await tx.run(excess, [userId, newest, MAX_CONSOLE_SESSIONS - 1]);
}

const list = statement(
  'identity.sessions.list',
  `select id as session_id, id = $2 as is_current, case when keyless then 'console' else 'api' end as kind, user_agent,
          sign_in_address, last_address, created_at, last_used_at, expires_at, (count(*) over ())::int as total
     from tokens where ${CURRENT}
    order by id = $2 desc, keyless desc, ${LAST_USE} desc, id desc limit ${MAX_LISTED}`,
);
type Listed = Omit<AccountSessions['sessions'][number], 'browser' | 'operating_system'> & {
  user_agent: string | null;
  total: number;
};
export async function listSessions(db: Db, caller: TokenRow): Promise<AccountSessions> {
  const rows = await db.rows<Listed>(list, [caller.user_id, caller.session_id]);
  const sessions = rows.map(({ user_agent, total: _, ...row }) => ({
    ...row,
    ...readUserAgent(user_agent ?? ''),
  }));
  return { sessions, total: rows[0]?.total ?? 0 };
}

const end = statement(
  'identity.sessions.end',
  `delete from tokens where user_id = $1 and id = $2 and purpose = 'access' and expires_at > now()`,
);
/** Sessions of other users are not found. */
export async function endSessionOf(db: Db, userId: number, sessionId: number): Promise<void> {
  if ((await db.run(end, [userId, sessionId])) === 0) throw notFound('session');
}

const touch = statement(
  'identity.sessions.touch',
  `update tokens t set last_used_at = $3, last_address = u.address
     from unnest($1::bytea[], $2::text[]) as u (token_hash, address)
    where t.token_hash = u.token_hash and (t.last_used_at is null or t.last_used_at <= $3::timestamptz - interval '1 minute')`,
);
/** Each process collects uses in memory. All processes together write a session at most once a minute. */
export async function touchSessions(db: Db, used: Map<number, SessionUse>, usedAt: Date): Promise<void> {
  const uses = [...used.values()];
  await db.run(touch, [uses.map(({ tokenHash }) => tokenHash), uses.map(({ address }) => address), usedAt]);
}
export type SessionUse = { tokenHash: Buffer; address: string };
