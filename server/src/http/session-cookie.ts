import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../config/settings.ts';
import type { Session, TokenPair } from '../contract/token.ts';
import type { SignInSource } from '../domain/identity/token-store.ts';
import { sha256 } from '../lib/bytes/hash.ts';
import { AppError } from '../lib/errors.ts';
import { baseUrl } from './base-url.ts';
import type { Services } from './services.ts';

type Exchange = { request: FastifyRequest; reply: FastifyReply };

const CSRF_HEADER = 'x-csrf-token';
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';

/**
 * The cookie's name and whether it is Secure. Browsers refuse a name with `__Host-` from anything but https without Domain.
 * Cookies are shared by all ports of a host, so the name of a cookie without encryption has the port: two installations on
 * one machine would sign each other out.
 */
function kindOf(settings: Settings, request: FastifyRequest): { name: string; isSecure: boolean } {
  const { protocol, hostname, port } = new URL(baseUrl(settings, request));
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  return protocol === 'http:' && isLoopback
    ? { name: `milepost-session-${port || '80'}`, isSecure: false }
    : { name: '__Host-milepost-session', isSecure: true };
}

/** Where the sign-in comes from, for the user's list of sessions. */
export function sourceOf({ ip, headers }: FastifyRequest): SignInSource {
  return { address: ip, userAgent: headers['user-agent'] };
}

/** Gives the token to the browser as a cookie that scripts cannot read. The response has the rest of the session. */
export function startSession(
  { settings, identity }: Pick<Services, 'settings' | 'identity'>,
  exchange: Exchange,
  { access_token_data: { token, expires }, user_id, company_id, customer_name }: TokenPair,
): Session {
  setCookie(settings, exchange, token, identity.accessTokenSeconds);
  return { csrf_token: csrfToken(token), expires, user_id, company_id, customer_name };
}

export function endSession(settings: Settings, exchange: Exchange): void {
  setCookie(settings, exchange, '', 0);
}

function setCookie(settings: Settings, { request, reply }: Exchange, value: string, seconds: number): void {
  const { name, isSecure } = kindOf(settings, request);
  reply.header(
    'Set-Cookie',
    `${name}=${value}; Max-Age=${seconds}; ${ATTRIBUTES}${isSecure ? '; Secure' : ''}`,
  );
}

/** The token of the request's cookie. The cookie of a request that another origin causes does not count. */
export function cookieToken(settings: Settings, request: FastifyRequest): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined || isForeign(settings, request)) return undefined;
  const { name } = kindOf(settings, request);
  for (const pair of cookie.split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim() || undefined;
  }
  return undefined;
}

/** Whether a page of another origin causes the request. Browsers say so; other clients send neither header. */
export function isForeign(settings: Settings, request: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  const ownOrigin = new URL(baseUrl(settings, request)).origin;
  return origin !== ownOrigin && origin !== `${request.protocol}://${request.host}`;
}

/**
 * A form on another site can send the cookie, but cannot read the token that this header repeats. A read needs none; if it
 * has one, it must be right: a tab of a user who signed out must not show what the next one sees.
 */
export function checkCsrf(request: FastifyRequest, token: string): void {
  const given = request.headers[CSRF_HEADER];
  if (given === undefined && SAFE_METHODS.includes(request.method)) return;
  if (typeof given === 'string' && timingSafeEqual(sha256(given), sha256(csrfToken(token)))) return;
  throw new AppError(
    'forbidden',
    'X-CSRF-Token is not the csrf_token of this session. Requests with the session cookie that change something need it.',
  );
}

/** Follows from the token of the cookie, so nothing more is stored. The token does not follow from it. */
function csrfToken(token: string): string {
  return sha256(`csrf ${token}`).toString('base64url');
}
