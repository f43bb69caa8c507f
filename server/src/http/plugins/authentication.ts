import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Credentials } from '../../domain/identity/credentials.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { sha256 } from '../../lib/hash.ts';
import type { Access, Caller } from '../access.ts';

type UserAccess = Extract<Access, { kind: 'user' }>;
export type Authentication = { credentials: Credentials; clock: Clock; metricsToken: string | null };

const refused = () => new AppError('unauthenticated', 'Credentials are missing or incorrect.');

/** Enforces each route's access rule before the body is read. A route without one is a mistake of ours: it never starts. */
export function addAuthentication(app: FastifyInstance, auth: Authentication): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('organizationId', null);
  const undeclared: string[] = [];
  const routes: { method: string | string[]; url: string; config?: { access?: Access } }[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route as (typeof routes)[number]);
  });
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) if (!config?.access) undeclared.push(`${method} ${url}`);
    if (undeclared.length > 0) throw new Error(`no access rule: ${undeclared.join(', ')}`);
  });
  app.addHook('onRequest', async (request) => {
    if (request.is404) return;
    const { access } = request.routeOptions.config;
    if (access.kind === 'api-key') await requireKey(request, auth);
    else if (access.kind === 'user') await requireUser(request, auth, access);
    else if (access.kind === 'operations') requireOperations(request, auth);
  });
}

async function requireKey(request: FastifyRequest, { credentials }: Authentication): Promise<void> {
  const key = await credentials.key(header(request, 'x-api-key') ?? '');
  if (!key) throw new AppError('gateway', 'Forbidden');
  request.organizationId = key.organization_id;
}

async function requireUser(request: FastifyRequest, auth: Authentication, access: UserAccess): Promise<void> {
  const apiKey = header(request, 'x-api-key');
  const key = apiKey === undefined ? null : await auth.credentials.key(apiKey);
  if (key === null && (apiKey !== undefined || access.apiKey === 'required')) throw refused();

  const token = access.token === 'Authorization' ? bearer(request) : header(request, 'access-token');
  const caller = token === undefined ? null : await auth.credentials.token(token);
  if (caller === null || (key !== null && key.organization_id !== caller.organization_id)) throw refused();
  if (caller.expires_at <= auth.clock.now())
    throw new AppError(access.expired, 'The access token has expired.');
  if (!isPermitted(caller, access))
    throw new AppError('forbidden', 'This user lacks the permission for this.');
  request.caller = caller;
  request.organizationId = caller.organization_id;
}

function isPermitted(caller: Caller, { roles, permits }: UserAccess): boolean {
  if (roles !== null && !roles.some((role) => caller.roles.includes(role))) return false;
  return permits === undefined || permits(caller);
}

/** Loopback means nobody in between: what a proxy on this machine passes on comes from elsewhere. */
function requireOperations(request: FastifyRequest, { metricsToken }: Authentication): void {
  const address = request.socket.remoteAddress ?? '';
  const direct = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined;
  if (direct && /^(127\.|::1$|::ffff:127\.)/.test(address)) return;
  const given = bearer(request);
  const right =
    metricsToken !== null && given !== undefined && timingSafeEqual(sha256(given), sha256(metricsToken));
  if (!right) throw new AppError('forbidden', 'Only from this machine, or with the metrics token.');
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header(request, 'authorization') ?? '')?.[1];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access: Access;
    /** The status of a body or query that does not fit: 400 unless the contract says 422. */
    invalidStatus?: 400 | 422;
  }
  interface FastifyRequest {
    caller: Caller | null;
    organizationId: number | null;
  }
}
