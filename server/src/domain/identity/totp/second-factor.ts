import { Secret, TOTP } from 'otpauth';
import { type Db, statement } from '../../../db/database.ts';
import { sha256 } from '../../../lib/bytes/hash.ts';
import type { Sealing } from '../../../lib/bytes/sealing.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { admitRate } from '../request-rates.ts';

type Service = { db: Db; clock: Clock; sealing: Sealing };

const CODE_LIMIT = { count: 20, windowSeconds: 3_600 };
const RECOVERY_CODES = 10;
/** 80 bits: a plain hash is enough. */
const RECOVERY_BYTES = 10;
const SECRET_BYTES = 20;
/** Codes of the previous and the next step are accepted: clocks of phones differ. */
const TOLERANCE_STEPS = 1;

export const totpContext = (userId: number) => `totp ${userId}`;

const secretOf = statement('identity.totp.secret', `select secret from user_totp where user_id = $1`);
const useStep = statement(
  'identity.totp.use-step',
  `update user_totp set last_step = $2 where user_id = $1 and last_step < $2`,
);
const useRecoveryCode = statement(
  'identity.totp.use-recovery-code',
  `delete from totp_recovery_codes where user_id = $1 and code_hash = $2`,
);
const recoveryInsert = statement(
  'identity.totp.insert-recovery-codes',
  `insert into totp_recovery_codes (user_id, code_hash) select $1, c from unnest($2::bytea[]) as c`,
);

/**
 * Checks the one-time code of a user who has enrolled, after the password. Returns whether the user has a second factor.
 * Guesses are limited by user: only somebody with the password can use up the limit.
 */
export async function checkSecondFactor(
  service: Service,
  user: { user_id: number; has_totp: boolean },
  otp: string | undefined,
): Promise<boolean> {
  if (!user.has_totp) return false;
  if (otp === undefined)
    throw new AppError('unauthenticated', 'A one-time code is required. Send it in the field otp.');
  await admitRate(service.db, [{ source: `otp ${user.user_id}`, limit: CODE_LIMIT }]);
  if (!(await useCode(service, user.user_id, otp)))
    throw new AppError('unauthenticated', 'The one-time code is incorrect or was already used.');
  return true;
}

/** Accepts a code of the authenticator app or a recovery code, each of them once. */
export async function useCode(
  { db, clock, sealing }: Service,
  userId: number,
  otp: string,
): Promise<boolean> {
  const plain = otp.replace(/[\s-]/g, '').toUpperCase();
  if (!/^\d{6}$/.test(plain)) return (await db.run(useRecoveryCode, [userId, sha256(plain)])) === 1;
  const row = await db.row<{ secret: Buffer }>(secretOf, [userId]);
  if (row === null) return false;
  const step = stepOfCode(sealing.open(row.secret, totpContext(userId)), plain, clock.now());
  return step !== null && (await db.run(useStep, [userId, step])) === 1;
}

/** The time step whose code this is (RFC 6238); null if it is none of the accepted ones. */
export function stepOfCode(secret: string, token: string, now: Date): number | null {
  const totp = new TOTP({ secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token, timestamp, window: TOLERANCE_STEPS });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** In base32, as authenticator apps accept it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Only hashes are stored; the codes are shown once, in groups of four. */
export async function issueRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: RECOVERY_BYTES }).base32);
  await db.run(recoveryInsert, [userId, codes.map(sha256)]);
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}
