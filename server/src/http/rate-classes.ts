import type { Settings } from '../config/settings.ts';

/** Whose requests share a bucket. */
export type RateKey = 'organization' | 'address' | 'address and organization';

export type RateClassName = keyof Settings['rateLimits'];

export type RateClass = {
  name: RateClassName;
  /** The name in the RateLimit headers. */
  policy: string;
  key: RateKey;
  /** Which routes, in words. */
  meaning: string;
  /** Routes that belong to the class whatever their method; the others are assigned by `rateClassOf`. */
  operations: readonly string[];
};

/** All classes of routes. docs/limits.md is generated from this table. */
export const RATE_CLASSES: readonly RateClass[] = [
  {
    name: 'reads',
    policy: 'reads',
    key: 'organization',
    meaning: 'All other GET requests of a user.',
    operations: [],
  },
  {
    name: 'expensiveReads',
    policy: 'expensive-reads',
    key: 'organization',
    meaning: 'Observations, profiles, scores, carrier search, previews, and opening an event stream.',
    operations: [
      'listCarrierObservations',
      'listVinObservations',
      'verifyLane',
      'getCarrierProfile',
      'listCarrierProfiles',
      'getCarrierSignals',
      'getCarrierHistory',
      'searchCarriers',
      'explainScores',
      'previewAlert',
      'followMatches',
    ],
  },
  {
    name: 'writes',
    policy: 'writes',
    key: 'organization',
    meaning: 'All other requests of a user.',
    operations: [],
  },
  {
    name: 'ingest',
    policy: 'ingest',
    key: 'organization',
    meaning: 'Submitting images. A bulk request counts as one.',
    operations: ['createImage', 'uploadImage', 'createImages'],
  },
  {
    name: 'auth',
    policy: 'auth',
    key: 'address and organization',
    meaning: 'Token creation. The limits of token creation in the contract apply in addition.',
    operations: [],
  },
  {
    name: 'open',
    policy: 'open',
    key: 'address',
    meaning: 'Requests without credentials: signed links, documentation, console.',
    operations: [],
  },
  {
    name: 'failures',
    policy: 'failures',
    key: 'address',
    meaning: 'Requests that were rejected because of their credentials (401, 403), on any route.',
    operations: [],
  },
];

/** Monitoring must work when clients send too many requests. */
export const UNLIMITED_PATHS: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz', '/metrics']);

type Described = {
  url: string;
  method: string | string[];
  accessKind: 'public' | 'api-key' | 'operations' | 'user';
  operationId: string | undefined;
};

/** The class of a route; null if it has no limit. */
export function rateClassOf({ url, method, accessKind, operationId }: Described): RateClassName | null {
  if (UNLIMITED_PATHS.has(url)) return null;
  const named = RATE_CLASSES.find(({ operations }) => operations.includes(operationId ?? ''));
  if (named) return named.name;
  if (accessKind === 'api-key') return 'auth';
  if (accessKind !== 'user') return 'open';
  return [method].flat().every((name) => name === 'GET' || name === 'HEAD') ? 'reads' : 'writes';
}
