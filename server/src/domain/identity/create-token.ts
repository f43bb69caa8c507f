import type { TokenPair } from '../../contract/token.ts';
import { type Database, type Db, statement } from '../../db/database.ts';
import type { Sealing } from '../../lib/bytes/sealing.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { admitAttempt, LOGIN, type Login, type TokenLimits } from './admit-attempt.ts';
import { admitSession } from './admit-session.ts';
import { issueTokens } from './issue-tokens.ts';
import type { Passwords } from './password-hashing.ts';
import { admitRate, networkOf } from './request-rates.ts';
import type { SignInSource } from './token-store.ts';
import { checkSecondFactor } from './totp/second-factor.ts';

export type TokenService = {
  db: Database;
  clock: Clock;
  passwords: Passwords;
  sealing: Sealing;
  limits: TokenLimits;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
};

type Given = SignInSource & { email: string; password: string; otp?: string | undefined };
type TokenRequest = Given & { organizationId: number; apiKeyId: number };

/**
 * An unknown email, a wrong password, a disabled user and a key of another organization get the same response after the
 * same work, so that they cannot be distinguished.
 */
export async function createToken(service: TokenService, request: TokenRequest): Promise<TokenPair> {
  const { organizationId } = request;
  const login = await admitAttempt(service.db, request, service.limits);
  const own = login?.organization_id === organizationId ? login : null;
  const checked = await checkPassword(service, own, request.password, `organization ${organizationId}`);
  const hasSecondFactor = await checkSecondFactor(service, checked, request.otp);
  return issueTokens(service, checked, { keyless: false, hasSecondFactor, from: request });
}

const loginByEmail = statement(
  'identity.session.login',
  `select ${LOGIN}, exists (select from sign_in_addresses a where a.user_id = u.id and a.address = $2) as is_known_address
     from users u join organizations o on o.id = u.organization_id where lower(u.email) = lower($1)`,
);
const rememberAddress = statement(
  'identity.session.remember-address',
  `insert into sign_in_addresses (user_id, address) values ($1, $2)
   on conflict (user_id, address) do update set last_at = now()`,
);

/** From then on the address counts as one from which the user has signed in. */
export async function rememberSignInAddress(db: Db, userId: number, network: string): Promise<void> {
  await db.run(rememberAddress, [userId, network]);
}

/** Signs a person in to the console, without an API key. */
export async function createSession(service: TokenService, request: Given): Promise<TokenPair> {
  const { db, limits } = service;
  const network = networkOf(request.address);
  const account = request.email.toLowerCase();
  await admitRate(db, [
    { source: `address ${network}`, limit: limits.perSource },
    { source: `session ${network} ${account}`, limit: limits.perAddress },
  ]);
  const found = await db.row<Login & { is_known_address: boolean }>(loginByEmail, [account, network]);
  const isKnownAddress = found?.is_known_address ?? false;
  await admitSession(db, { account, network, isKnownAddress, limit: limits.perAccount });
  const person = found?.kind === 'person' ? found : null;
  const checked = await checkPassword(service, person, request.password, `address ${network}`);
  const hasSecondFactor = await checkSecondFactor(service, checked, request.otp);
  await rememberSignInAddress(db, checked.user_id, network);
  return issueTokens(service, checked, { keyless: true, hasSecondFactor, from: request });
}

async function checkPassword(
  { passwords }: TokenService,
  login: Login | null,
  password: string,
  source: string,
): Promise<Login> {
  const matches = await passwords.matches(password, login?.password_hash ?? null, source);
  if (!login || !matches || login.disabled) {
    throw new AppError('unauthenticated', 'Could not validate credentials');
  }
  if (login.require_sso && login.kind === 'person') {
    throw new AppError('unauthenticated', 'Your organization requires single sign-on.');
  }
  return login;
}
