import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { admitAttempt, type TokenLimits } from './admit-attempt.ts';
import type { Passwords } from './passwords.ts';
import { insertTokenPair } from './tokens-store.ts';

export type TokenPair = {
  access_token_data: { token: string; expires: string };
  refresh_token_data: { token: string; expires: string };
  user_id: number;
  company_id: number | null;
  customer_name: string | null;
};

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
 * Unknown email, wrong password, disabled user and another organization's key get one answer, after the
 * same work, so that none can be told from the others.
 */
export async function createToken(service: TokenService, request: TokenRequest): Promise<TokenPair> {
  const { db, clock, passwords } = service;
  const login = await admitAttempt(db, request.email, request.address, service.limits);
  const matches = await passwords.matches(request.password, login?.password_hash ?? null);
  if (!login || !matches || login.disabled || login.organization_id !== request.organizationId) {
    throw new AppError('unauthenticated', 'Could not validate credentials');
  }

  const access = `mpa_${randomBytes(32).toString('base64url')}`;
  const refresh = `mpr_${randomBytes(32).toString('base64url')}`;
  const now = clock.now().getTime();
  const accessEnds = new Date(now + service.accessTokenSeconds * 1_000);
  const refreshEnds = new Date(now + service.refreshTokenSeconds * 1_000);
  const userId = login.user_id;
  await insertTokenPair(db, {
    accessHash: sha256(access),
    refreshHash: sha256(refresh),
    userId,
    accessEnds,
    refreshEnds,
  });
  return {
    access_token_data: { token: access, expires: accessEnds.toISOString() },
    refresh_token_data: { token: refresh, expires: refreshEnds.toISOString() },
    user_id: userId,
    company_id: login.organization_id,
    customer_name: login.organization_name,
  };
}
