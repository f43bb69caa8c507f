import { randomBytes } from 'node:crypto';
import type { StartedSso } from '../../../contract/admin/sso.ts';
import type { TokenPair } from '../../../contract/token.ts';
import { statement } from '../../../db/database.ts';
import { sha256 } from '../../../lib/bytes/hash.ts';
import { AppError } from '../../../lib/errors.ts';
import type { IdentityService } from '../identity-service.ts';
import { issueTokens } from '../issue-tokens.ts';
import { admitRate, networkOf } from '../request-rates.ts';
import type { SignInSource } from '../token-store.ts';
import { matchUser } from './match-user.ts';
import { openConnectionForEmail, openConnectionOf } from './sso-connections.ts';

const SIGN_IN_MINUTES = 10;

const insert = statement(
  'identity.sso.start',
  `insert into sso_sign_ins (state_hash, login_secret_hash, organization_id, protocol_values, expires_at)
   values ($1, $2, $3, $4, $5)`,
);
/** Each sign-in can be finished once, also if it fails. */
const take = statement(
  'identity.sso.take',
  `delete from sso_sign_ins where state_hash = $1 and login_secret_hash = $2
   returning organization_id, protocol_values, expires_at > $3 as is_valid`,
);

const random = () => randomBytes(32).toString('base64url');
const redirectUri = ({ publicUrl }: IdentityService) => `${publicUrl}/console/sso`;
const contextOf = (state: string) => `sso sign-in ${state}`;

/** The browser keeps the login secret, so that nobody else can finish the sign-in or have it finish theirs. */
export async function startSignIn(
  service: IdentityService,
  { email, address }: { email: string; address: string },
): Promise<StartedSso> {
  const { db, clock, sealing, provider, limits } = service;
  await admitRate(db, [{ source: `address ${networkOf(address)}`, limit: limits.perSource }]);
  const open = await openConnectionForEmail(service, email);
  if (open === null) throw new AppError('not_found', 'Single sign-on is not set up for this address.');
  const [state, nonce, codeVerifier, login_secret] = [random(), random(), random(), random()];
  const request = { redirectUri: redirectUri(service), state, nonce, codeVerifier };
  const authorization_url = await provider.authorizationUrl(open.client, { ...request, loginHint: email });
  await db.run(insert, [
    sha256(state),
    sha256(login_secret),
    open.connection.organization_id,
    sealing.seal(JSON.stringify({ nonce, codeVerifier }), contextOf(state)),
    new Date(clock.now().getTime() + SIGN_IN_MINUTES * 60_000),
  ]);
  return { authorization_url, login_secret };
}

type Returned = SignInSource & { loginSecret: string; query: string };
type Taken = { organization_id: number; protocol_values: Buffer; is_valid: boolean };

/** Finishes a sign-in with the query of the URL that the provider sent the browser back to. */
export async function finishSignIn(
  service: IdentityService,
  { loginSecret, query, ...from }: Returned,
): Promise<TokenPair> {
  const { db, clock, sealing, provider, limits } = service;
  await admitRate(db, [{ source: `address ${networkOf(from.address)}`, limit: limits.perSource }]);
  const state = new URLSearchParams(query).get('state') ?? '';
  const taken = await db.row<Taken>(take, [sha256(state), sha256(loginSecret), clock.now()]);
  const open = taken && (await openConnectionOf(service, taken.organization_id));
  if (!taken?.is_valid || !open)
    throw new AppError('unauthenticated', 'The sign-in has expired or was already finished. Start again.');
  const values = JSON.parse(sealing.open(taken.protocol_values, contextOf(state))) as {
    nonce: string;
    codeVerifier: string;
  };
  const request = { redirectUri: redirectUri(service), state, ...values, query };
  const claims = await provider.finish(open.client, request);
  const user = await matchUser(db, open.connection, claims);
  return issueTokens(service, user, { keyless: true, hasSecondFactor: true, from });
}

type Exchange = SignInSource & { organizationId: number; apiKeyId: number; token: string };

/** Exchanges a token of the organization's identity provider for tokens that are used with the API key. */
export async function exchangeToken(service: IdentityService, given: Exchange): Promise<TokenPair> {
  const { db, provider, limits } = service;
  await admitRate(db, [
    { source: `address ${networkOf(given.address)}`, limit: limits.perSource },
    { source: `key ${given.apiKeyId}`, limit: limits.perKey },
  ]);
  const open = await openConnectionOf(service, given.organizationId);
  if (open === null) throw new AppError('unauthenticated', 'Could not validate credentials');
  const claims = await provider.verify(open.client, given.token);
  const user = await matchUser(db, open.connection, claims);
  return issueTokens(service, user, { keyless: false, hasSecondFactor: true, from: given });
}
