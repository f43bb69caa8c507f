import { randomBytes } from 'node:crypto';
import type { TokenPair } from '../../contract/token.ts';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { admitAttempt, type TokenLimits } from './admit-attempt.ts';
import type { Passwords } from './passwords.ts';
import { insertTokenPair, type NewToken } from './tokens-store.ts';

export type TokenService = {
  db: Db;
  clock: Clock;
  passwords: Passwords;
  limits: TokenLimits;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
};

export type TokenRequest = { organizationId: number; email: string; password: string; address: string };

/**
 * An unknown email, a wrong password, a disabled user and a key of another organization get the same response after the
 * same work, so that they cannot be distinguished.
 */
export async function createToken(service: TokenService, request: TokenRequest): Promise<TokenPair> {
  const { db, clock, passwords } = service;
  const login = await admitAttempt(db, request, service.limits);
  const matches = await passwords.matches(request.password, login?.password_hash ?? null);
  if (!login || !matches || login.disabled || login.organization_id !== request.organizationId) {
    throw new AppError('unauthenticated', 'Could not validate credentials');
  }

  const now = clock.now().getTime();
  const access = newToken('mpa_', now + service.accessTokenSeconds * 1_000);
  const refresh = newToken('mpr_', now + service.refreshTokenSeconds * 1_000);
  await insertTokenPair(db, login.user_id, access, refresh);
  return {
    access_token_data: { token: access.token, expires: access.expires.toISOString() },
    refresh_token_data: { token: refresh.token, expires: refresh.expires.toISOString() },
    user_id: login.user_id,
    company_id: login.organization_id,
    customer_name: login.organization_name,
  };
}

function newToken(prefix: string, expires: number): NewToken {
  return { token: prefix + randomBytes(32).toString('base64url'), expires: new Date(expires) };
}
