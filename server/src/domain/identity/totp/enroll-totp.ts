import { TOTP } from 'otpauth';
import type { TotpEnrollment } from '../../../contract/admin/account.ts';
import type { User } from '../../../contract/admin/user.ts';
import { type Database, readRow, statement } from '../../../db/database.ts';
import type { Sealing } from '../../../lib/bytes/sealing.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Actor, notFound, requireReach } from '../actor.ts';
import { admitRate } from '../request-rates.ts';
import { revokeTokens } from '../token-store.ts';
import { findUser } from '../user-store.ts';
import { issueRecoveryCodes, newTotpSecret, totpContext, useCode } from './second-factor.ts';

type Service = { db: Database; clock: Clock; sealing: Sealing };

const CONFIRM_LIMIT = { count: 20, windowSeconds: 3_600 };

const start = statement(
  'identity.totp.start',
  `insert into user_totp as t (user_id, secret) values ($1, $2)
   on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
    where t.confirmed_at is null`,
);
const confirm = statement(
  'identity.totp.confirm',
  `update user_totp set confirmed_at = now() where user_id = $1 and confirmed_at is null`,
);
const markToken = statement(
  'identity.totp.mark-token',
  `update tokens set has_second_factor = true where token_hash = $1`,
);
const remove = statement('identity.totp.remove', `delete from user_totp where user_id = $1`);

const state = statement(
  'identity.totp.state',
  `select exists (select from user_totp where user_id = $1 and confirmed_at is not null) as has_totp`,
);
/** Whether the user signs in with a code. */
export function readTotpState(db: Database, userId: number): Promise<{ has_totp: boolean }> {
  return readRow(db, state, [userId]);
}

/** Starts an enrollment, or starts it again. It has no effect until a code confirms it. */
export async function startEnrollment(
  { db, sealing }: Service,
  user: { user_id: number; email: string },
): Promise<TotpEnrollment> {
  const secret = newTotpSecret();
  const stored = await db.run(start, [user.user_id, sealing.seal(secret, totpContext(user.user_id))]);
  if (stored === 0) throw new AppError('invalid', 'One-time codes are already set up for this user.');
  return { secret, otpauth_uri: new TOTP({ issuer: 'Milepost', label: user.email, secret }).toString() };
}

/** From now on the user signs in with a code. Returns the recovery codes, which are shown once. */
export async function confirmEnrollment(
  service: Service,
  actor: Actor & { userId: number },
  tokenHash: Buffer,
  otp: string,
): Promise<string[]> {
  await admitRate(service.db, [{ source: `otp ${actor.userId}`, limit: CONFIRM_LIMIT }]);
  return service.db.transaction(async (tx) => {
    if (!/^\d{6}$/.test(otp) || !(await useCode({ ...service, db: tx }, actor.userId, otp)))
      throw new AppError('invalid', 'The one-time code is incorrect or was already used.');
    if ((await tx.run(confirm, [actor.userId])) === 0)
      throw new AppError('invalid', 'One-time codes are already set up for this user.');
    await tx.run(markToken, [tokenHash]);
    return issueRecoveryCodes(tx, actor.userId);
  });
}

/** The user proves with a code that it is not somebody else at an open session. */
export async function removeOwnTotp(
  service: Service,
  actor: Actor & { userId: number },
  otp: string,
): Promise<void> {
  await admitRate(service.db, [{ source: `otp ${actor.userId}`, limit: CONFIRM_LIMIT }]);
  if (!(await useCode(service, actor.userId, otp)))
    throw new AppError('invalid', 'The one-time code is incorrect or was already used.');
  await service.db.run(remove, [actor.userId]);
}

/** For a user who lost the device. The user's tokens stop working. */
export async function resetTotp(db: Database, actor: Actor, userId: number): Promise<User> {
  return db.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (user === null) throw notFound('user');
    requireReach(actor, user.organization_id, 'user');
    await tx.run(remove, [userId]);
    await revokeTokens(tx, [userId]);
    return { ...user, has_totp: false };
  });
}
