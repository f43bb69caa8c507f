import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../config/settings.ts';
import { AppError } from '../../lib/errors.ts';
import { TokenBuckets } from '../../lib/token-buckets.ts';
import type { Access } from '../access.ts';

type RateClassName = keyof Settings['rateLimits'];

export type RateClass = {
  name: RateClassName;
  /** The name in the RateLimit headers. */
  policy: string;
  /** Whose requests share a bucket. */
  key: 'organization' | 'address' | 'address and organization';
  /** Which routes, in words. */
  meaning: string;
};

/** All classes of routes. docs/limits.md is generated from this table. */
export const RATE_CLASSES: readonly RateClass[] = [
  { name: 'reads', policy: 'reads', key: 'organization', meaning: 'All other GET requests of a user.' },
  {
    name: 'expensive',
    policy: 'expensive-reads',
    key: 'organization',
    meaning:
      'Observations, profiles, scores, carrier search, previews, dock checks, and opening an event stream.',
  },
  { name: 'writes', policy: 'writes', key: 'organization', meaning: 'All other requests of a user.' },
  {
    name: 'ingest',
    policy: 'ingest',
    key: 'organization',
    meaning: 'Submitting images. A bulk request counts as one.',
  },
  {
    name: 'auth',
    policy: 'auth',
    key: 'address and organization',
    meaning: 'Token creation. The limits of token creation in the contract apply in addition.',
  },
  {
    name: 'open',
    policy: 'open',
    key: 'address',
    meaning: 'Requests without credentials: signed links, documentation, console.',
  },
  {
    name: 'failures',
    policy: 'failures',
    key: 'address',
    meaning: 'Requests that were rejected because of their credentials (401, 403), on any route.',
  },
];

/**
 * The class of a route that is not in the default class of its access rule and method. `none`: monitoring must work when
 * clients send too many requests.
 */
export type Rate = 'expensive' | 'ingest' | 'none';

const WINDOW_SECONDS = 60;
/** Per class. A bucket takes about 150 bytes. */
const MAX_KEYS = 20_000;

type Key = number | string;
type Limiter = {
  buckets: TokenBuckets<Key>;
  keysOf: (request: FastifyRequest) => Key[];
  /** The beginning of the `RateLimit` header, and the whole `RateLimit-Policy` header. */
  name: string;
  policy: string;
};

/**
 * A token bucket per class of routes and organization or address, in the memory of this process: several processes
 * together admit the limit of each. Rejected credentials have buckets of their own, which are checked before the
 * credentials.
 */
export function addRateLimit(app: FastifyInstance, limits: Settings['rateLimits']): RateLimit {
  const limiters = Object.fromEntries(
    RATE_CLASSES.flatMap((one) => (limits[one.name] === 0 ? [] : [[one.name, openLimiter(one, limits)]])),
  ) as Partial<Record<RateClassName, Limiter>>;
  const { failures } = limiters;
  app.addHook('onRoute', (route) => {
    const { access, rate } = (route.config ?? {}) as { access?: Access; rate?: Rate };
    const rateClass = rate ?? defaultClass(access?.kind ?? 'public', route.method);
    route.config = { ...route.config, rateClass } as NonNullable<typeof route.config>;
  });
  if (failures) {
    app.addHook('onResponse', (request, reply, done) => {
      const isRejected = reply.statusCode === 401 || reply.statusCode === 403;
      if (isRejected) failures.buckets.take(addressOf(request), performance.now());
      done();
    });
  }
  const limiterOf = (request: FastifyRequest) => {
    // A plugin's own route may have replaced its configuration.
    const { rateClass = 'open' } = request.routeOptions.config;
    return request.is404 || rateClass === 'none' ? undefined : limiters[rateClass];
  };
  return {
    beforeAuthentication() {
      app.addHook('onRequest', (request, reply, done) => {
        if (!failures || failures.buckets.size === 0 || !limiterOf(request)) return done();
        const now = performance.now();
        const key = addressOf(request);
        return done(failures.buckets.has(key, now) ? undefined : reject(failures, key, reply, now));
      });
    },
    afterAuthentication() {
      app.addHook('onRequest', (request, reply, done) => {
        const limiter = limiterOf(request);
        done(limiter === undefined ? undefined : admit(limiter, request, reply));
      });
    },
  };
}

function defaultClass(access: Access['kind'], method: string | string[]): RateClassName {
  if (access === 'api-key') return 'auth';
  if (access !== 'user' && access !== 'any-credential') return 'open';
  return [method].flat().every((name) => name === 'GET' || name === 'HEAD') ? 'reads' : 'writes';
}

type RateLimit = { beforeAuthentication(): void; afterAuthentication(): void };

function openLimiter({ name, key, policy }: RateClass, limits: Settings['rateLimits']): Limiter {
  return {
    buckets: new TokenBuckets<Key>(limits[name], WINDOW_SECONDS * 1_000, MAX_KEYS),
    keysOf: KEYS[key],
    name: `"${policy}"`,
    policy: `"${policy}";q=${limits[name]};w=${WINDOW_SECONDS}`,
  };
}

const KEYS: Record<RateClass['key'], (request: FastifyRequest) => Key[]> = {
  organization: (request) => [request.organizationId ?? addressOf(request)],
  address: (request) => [addressOf(request)],
  'address and organization': (request) => [addressOf(request), request.organizationId ?? 0],
};

function admit(limiter: Limiter, request: FastifyRequest, reply: FastifyReply): AppError | undefined {
  const now = performance.now();
  let least = Number.POSITIVE_INFINITY;
  let fullest: Key = 0;
  for (const key of limiter.keysOf(request)) {
    const left = limiter.buckets.take(key, now);
    if (left < 0) return reject(limiter, key, reply, now);
    if (left < least) [least, fullest] = [left, key];
  }
  const seconds = Math.ceil(limiter.buckets.msUntil(fullest, limiter.buckets.capacity, now) / 1_000);
  setHeaders(limiter, Math.floor(least), seconds, reply);
  return undefined;
}

function reject(limiter: Limiter, key: Key, reply: FastifyReply, now: number): AppError {
  const seconds = Math.max(1, Math.ceil(limiter.buckets.msUntil(key, 1, now) / 1_000));
  setHeaders(limiter, 0, seconds, reply);
  return new AppError('too_many', 'Too many requests. Retry later.', { retryAfterSeconds: seconds });
}

/** draft-ietf-httpapi-ratelimit-headers: `r` requests are left, `t` seconds until all are available again. */
function setHeaders({ name, policy }: Limiter, left: number, seconds: number, reply: FastifyReply): void {
  reply.header('RateLimit-Policy', policy);
  reply.header('RateLimit', `${name};r=${left};t=${seconds}`);
}

/** The network of an IPv6 client, because one client has 2^64 addresses. */
export function addressOf({ ip }: { ip: string }): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':');
  if (tail !== undefined) {
    const known = groups.length + (tail === '' ? 0 : tail.split(':').length);
    groups.push(...Array<string>(Math.max(0, 8 - known)).fill('0'));
  }
  return groups.slice(0, 4).join(':');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rate?: Rate;
    rateClass?: RateClassName | 'none';
  }
}
