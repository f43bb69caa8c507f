import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../../config/settings.ts';
import type { Credentials, Pair } from '../../domain/identity/credentials.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { type Access, type Caller, ownAccount, type UserAccess } from '../access.ts';
import type { ErrorForm } from '../error-forms.ts';
import { checkCsrf, cookieToken } from '../session-cookie.ts';

export type Authentication = { credentials: Credentials; clock: Clock; settings: Settings };

type Refusal = 'TOKEN_MISSING' | 'TOKEN_INVALID' | 'API_KEY_MISSING' | 'API_KEY_INVALID';
const INCORRECT = 'Credentials are missing or incorrect.';
const unauthenticated = (subcode: Refusal = 'TOKEN_MISSING') =>
  new AppError('unauthenticated', INCORRECT, { subcode });

/** Enforces the access rule of each route before the body is read. The app does not start with a route that has none. */
export function addAuthentication(app: FastifyInstance, auth: Authentication): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('organizationId', null);
  app.decorateRequest('apiKeyId', null);
  app.decorate('isStillAllowed', async (request: FastifyRequest) => {
    try {
      await check(request, auth);
      return true;
    } catch {
      return false;
    }
  });
  const routes: { method: string | string[]; url: string; config?: { access?: Access } }[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route as (typeof routes)[number]);
  });
  app.addHook('onReady', async () => {
    const undeclared = routes.filter(({ config }) => !config?.access);
    const names = undeclared.map(({ method, url }) => `${method} ${url}`);
    if (names.length > 0) throw new Error(`no access rule: ${names.join(', ')}`);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      // A cached caller is admitted synchronously; most requests never wait here.
      const checking = request.is404 ? undefined : check(request, auth);
      if (checking === undefined) done();
      else checking.then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  });
}

function check(request: FastifyRequest, auth: Authentication): Promise<void> | undefined {
  const { access } = request.routeOptions.config;
  if (access.kind === 'api-key') return requireKey(request, auth);
  if (access.kind === 'user') return requireUser(request, auth, access);
  if (access.kind === 'any-credential') return requireAny(request, auth);
  if (access.kind === 'public' && access.namesViewer) return nameViewer(request, auth);
  if (access.kind === 'operations') requireOperations(request, auth);
  return undefined;
}

/** A token decides if there is one. */
async function requireAny(request: FastifyRequest, auth: Authentication): Promise<void> {
  const access = ownAccount();
  if (tokenOf(request, auth, access.token) !== undefined) return requireUser(request, auth, access);
  await requireKey(request, auth).catch((error: unknown) => {
    throw error instanceof AppError ? unauthenticated() : error;
  });
}

async function requireKey(request: FastifyRequest, { credentials }: Authentication): Promise<void> {
  const key = await credentials.key(header(request, 'x-api-key') ?? '');
  if (!key) throw new AppError('gateway', 'Forbidden');
  request.organizationId = key.organization_id;
  request.apiKeyId = key.api_key_id;
}

function requireUser(
  request: FastifyRequest,
  auth: Authentication,
  access: UserAccess,
): Promise<void> | undefined {
  const apiKey = header(request, 'x-api-key');
  const { token, isCookie } = tokenOf(request, auth, access.token) ?? {};
  const admit = ({ key, caller }: Pair) => {
    const isKeyOptional = access.apiKey === 'optional' || caller?.keyless === true;
    if (token === undefined) throw unauthenticated('TOKEN_MISSING');
    if (key === null && (apiKey !== undefined || !isKeyOptional))
      throw unauthenticated(apiKey === undefined ? 'API_KEY_MISSING' : 'API_KEY_INVALID');
    if (caller === null)
      throw access.wrongToken === 'forbidden'
        ? new AppError('forbidden', INCORRECT)
        : unauthenticated('TOKEN_INVALID');
    if (key !== null && key.organization_id !== caller.organization_id)
      throw unauthenticated('API_KEY_INVALID');
    if (caller.expires_at <= auth.clock.now())
      throw new AppError(access.expired, 'The access token has expired.', { subcode: 'TOKEN_EXPIRED' });
    if (isCookie && token !== undefined) checkCsrf(request, token);
    request.caller = caller;
    request.organizationId = caller.organization_id;
    request.apiKeyId = key?.api_key_id ?? null;
    auth.credentials.noteUse(caller, request.ip);
    if (caller.lacks_second_factor && !access.duringEnrollment)
      throw new AppError('forbidden', 'Your organization requires one-time codes. Set them up first.');
    if (!isPermitted(caller, access))
      throw new AppError('forbidden', 'The user lacks the permission for this request.');
  };
  const pair = auth.credentials.pair(apiKey, token);
  if (pair instanceof Promise) return pair.then(admit);
  admit(pair);
  return undefined;
}

/** Notes whose session the request has, for the audit log. It decides nothing. */
async function nameViewer(request: FastifyRequest, auth: Authentication): Promise<void> {
  const token = cookieToken(auth.settings, request);
  if (token === undefined) return;
  const { caller } = await auth.credentials.pair(undefined, token);
  if (caller === null || caller.expires_at <= auth.clock.now()) return;
  request.caller = caller;
  request.organizationId = caller.organization_id;
}

type SentToken = { token: string; isCookie: boolean };

/** The cookie counts only without a token in a header. */
function tokenOf(
  request: FastifyRequest,
  { settings }: Authentication,
  place: UserAccess['token'],
): SentToken | undefined {
  const sent = headerToken(request, place);
  if (sent) return { token: sent, isCookie: false };
  const token = cookieToken(settings, request);
  return token === undefined ? undefined : { token, isCookie: true };
}

function headerToken(request: FastifyRequest, place: UserAccess['token']): string | undefined {
  if (place === 'Authorization') return bearer(request);
  return header(request, 'access-token') || (place === 'either' ? bearer(request) : undefined);
}

function isPermitted(caller: Caller, { roles, permits }: UserAccess): boolean {
  if (roles !== null && !roles.some((role) => caller.roles.includes(role))) return false;
  return permits === undefined || permits(caller);
}

/** A request that a proxy on this machine forwards comes from elsewhere, so it does not count as loopback. */
function requireOperations(request: FastifyRequest, { settings }: Authentication): void {
  const { metricsToken } = settings.http;
  const address = request.socket.remoteAddress ?? '';
  const direct = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined;
  if (direct && /^(127\.|::1$|::ffff:127\.)/.test(address)) return;
  const given = bearer(request);
  const right =
    metricsToken !== null && given !== undefined && timingSafeEqual(sha256(given), sha256(metricsToken));
  if (!right) throw new AppError('forbidden', 'Allowed only from this machine, or with the metrics token.');
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header(request, 'authorization') ?? '')?.[1];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the credentials of an open request are still valid. */
    isStillAllowed(request: FastifyRequest): Promise<boolean>;
  }
  interface FastifyContextConfig {
    access: Access;
    /** The status of an invalid request: 400 unless the contract says 422. */
    invalidStatus?: 400 | 422;
    errorForm?: ErrorForm;
    /** The only content type that the route accepts; JSON unless given. */
    bodyType?: string;
  }
  interface FastifyRequest {
    caller: Caller | null;
    organizationId: number | null;
    /** Null when the request has no valid API key. */
    apiKeyId: number | null;
  }
}
