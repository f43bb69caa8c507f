import type { User } from '../../contract/admin/user.ts';
import { statement } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import { sleep } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Actor } from './actor.ts';
import { LOGIN, type Login } from './admit-attempt.ts';
import { rememberSignInAddress } from './create-token.ts';
import type { IdentityService } from './identity-service.ts';
import { invalidLink } from './invitations.ts';
import { newOneTimeToken } from './issue-tokens.ts';
import { getUser } from './manage-users.ts';
import { admitRate, isWithinRate, networkOf } from './request-rates.ts';
import { revokeTokens } from './token-store.ts';
import { checkSecondFactor } from './totp/second-factor.ts';

const RESET_MINUTES = 60;
/** Much longer than the work, so that the time of the response does not show whether there was any. */
const RESET_RESPONSE_MS = 200;
const RESET_LIMIT = { count: 5, windowSeconds: 3_600 };
const CHANGE_LIMIT = { count: 10, windowSeconds: 3_600 };

const loginById = statement(
  'identity.password.login',
  `select ${LOGIN} from users u join organizations o on o.id = u.organization_id where u.id = $1`,
);
const setPassword = statement(
  'identity.password.set',
  `with changed as (update users set password_hash = $2 where id = $1)
   delete from password_resets where user_id = $1`,
);
const revokeOthers = statement(
  'identity.password.revoke-others',
  `delete from tokens where user_id = $1 and token_hash <> $2`,
);
const resettable = statement(
  'identity.reset.user',
  `select ${LOGIN}, u.email from users u join organizations o on o.id = u.organization_id
    where lower(u.email) = lower($1) and u.kind = 'person' and u.disabled_at is null and o.disabled_at is null
      and not o.require_sso`,
);
const resetInsert = statement(
  'identity.reset.insert',
  `with expired as (delete from password_resets where user_id = $2 and expires_at <= $4)
   insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, $3)`,
);
const resetLogin = statement(
  'identity.reset.login',
  `select ${LOGIN} from password_resets r join users u on u.id = r.user_id join organizations o on o.id = u.organization_id
    where r.token_hash = $1 and r.expires_at > $2`,
);
const resetUse = statement('identity.reset.use', `delete from password_resets where token_hash = $1`);

type Change = { currentPassword: string; newPassword: string; tokenHash: Buffer };

/** All other tokens of the user stop working. */
export async function changePassword(
  { db, passwords }: IdentityService,
  actor: Actor & { userId: number; organizationId: number },
  { currentPassword, newPassword, tokenHash }: Change,
): Promise<void> {
  await admitRate(db, [{ source: `password ${actor.userId}`, limit: CHANGE_LIMIT }]);
  const source = `organization ${actor.organizationId}`;
  const login = await db.row<Login>(loginById, [actor.userId]);
  if (!(await passwords.matches(currentPassword, login?.password_hash ?? null, source)))
    throw new AppError('invalid', 'The current password is incorrect.');
  const hash = await passwords.hash(newPassword, source);
  await db.transaction(async (tx) => {
    await tx.run(setPassword, [actor.userId, hash]);
    await tx.run(revokeOthers, [actor.userId, tokenHash]);
  });
}

/**
 * Sends a link if the address has an account with a password. The caller cannot find out whether it does. The emails to
 * an account are limited over all callers. A request above that limit sends nothing: the links that were sent before are
 * still valid.
 */
export async function requestPasswordReset(
  service: IdentityService,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const { db, limits } = service;
  await admitRate(db, [
    { source: `address ${networkOf(address)}`, limit: limits.perSource },
    { source: `reset ${networkOf(address)} ${email.toLowerCase()}`, limit: RESET_LIMIT },
  ]);
  const mayBeSent = isWithinRate(db, { source: `reset ${email.toLowerCase()}`, limit: RESET_LIMIT });
  const sending = mayBeSent.then((may) => may && sendReset(service, email));
  await Promise.all([sending, sleep(RESET_RESPONSE_MS)]);
}

/** Sends the link on behalf of an administrator, who does not get to see it. */
export async function sendPasswordReset(
  service: IdentityService,
  actor: Actor,
  userId: number,
): Promise<User> {
  const user = await getUser(service.db, actor, userId);
  await admitRate(service.db, [{ source: `reset user ${userId}`, limit: RESET_LIMIT }]);
  if (!(await sendReset(service, user.email)))
    throw new AppError('invalid', 'This user cannot sign in with a password.');
  return user;
}

/** Returns whether the address has an account that can sign in with a password. */
async function sendReset(service: IdentityService, email: string): Promise<boolean> {
  const { db, clock } = service;
  const { token, hash } = newOneTimeToken();
  const expiresAt = new Date(clock.now().getTime() + RESET_MINUTES * 60_000);
  const isSent = await db.transaction(async (tx) => {
    const user = await tx.row<Login & { email: string }>(resettable, [email]);
    if (user === null) return false;
    await tx.run(resetInsert, [hash, user.user_id, expiresAt, clock.now()]);
    await service.queueMail(tx, {
      organizationId: user.organization_id,
      organizationName: user.organization_name,
      address: user.email,
      template: 'password_reset',
      // The secret is in the fragment of the URL: browsers do not send it to servers.
      path: `/console/reset#${token}`,
      expiresAt,
    });
    return true;
  });
  service.wakeMailer();
  return isSent;
}

type Reset = { token: string; password: string; otp?: string | undefined; address: string };

/** The link replaces the password, not the second factor. All tokens of the user stop working. */
export async function resetPassword(service: IdentityService, given: Reset): Promise<void> {
  const { db, clock, passwords, limits } = service;
  const network = networkOf(given.address);
  await admitRate(db, [{ source: `address ${network}`, limit: limits.perSource }]);
  const tokenHash = sha256(given.token);
  const login = await db.row<Login>(resetLogin, [tokenHash, clock.now()]);
  if (login === null || login.disabled || login.require_sso) throw invalidLink();
  await checkSecondFactor(service, login, given.otp);
  const hash = await passwords.hash(given.password, `address ${network}`);
  await db.transaction(async (tx) => {
    if ((await tx.run(resetUse, [tokenHash])) === 0) throw invalidLink();
    await tx.run(setPassword, [login.user_id, hash]);
    await revokeTokens(tx, [login.user_id]);
    // The link proves that the request comes from the user, so strangers who guess cannot keep the user out.
    await rememberSignInAddress(tx, login.user_id, network);
  });
}
