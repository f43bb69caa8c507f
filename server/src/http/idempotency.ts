import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Db } from '../db/database.ts';
import {
  claimKey,
  completeKey,
  type KeyedRequest,
  releaseKey,
  type StoredResponse,
} from '../domain/idempotency/idempotency-keys.ts';
import { takeQuota } from '../domain/quotas/quota-store.ts';
import { sha256 } from '../lib/bytes/hash.ts';
import { type Clock, sleep } from '../lib/clock.ts';
import { AppError, invalid } from '../lib/errors.ts';

export const MAX_KEY_LENGTH = 255;
const HEADER = 'Idempotency-Key';
const POLL_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/** Does the work of a request in one transaction with the record that it was done, if the request has a key. */
export type Once = <T>(database: Database, work: (db: Db) => Promise<T>) => Promise<T>;

/** Without a key there is nothing to record. */
export const unrecorded: Once = (database, work) => work(database);

type Exchange = { request: FastifyRequest; reply: FastifyReply };
type Stores = { database: Database; clock: Clock };

/** A claimed key, or the response of the request that had it before. */
export type HeldKey = {
  stored: StoredResponse | null;
  /** False if the claim has ended and another request has the key. */
  record(db: Db, body: unknown): Promise<boolean>;
  /** The request failed: it may be repeated. */
  release(): Promise<void>;
};

/** Null if the request has no key. Waits for another request that has the same key. */
export async function holdKey(
  stores: Stores,
  { request, reply }: Exchange,
  content: string,
): Promise<HeldKey | null> {
  const key = readKey(request);
  const { organizationId, method, routeOptions, url } = request;
  if (key === null || organizationId === null) return null;
  const keyed: KeyedRequest = {
    organizationId,
    keyHash: sha256(key),
    fingerprint: sha256(JSON.stringify([method, routeOptions.url, url, content])),
  };
  const claim = await claimOrWait(stores, keyed);
  if ('response' in claim) {
    const stored = claim.response;
    reply.header('Idempotent-Replayed', 'true');
    if (stored.location !== null) reply.header('Location', stored.location);
    return { stored, record: async () => true, release: async () => undefined };
  }
  const { leaseId } = claim;
  return {
    stored: null,
    record(db, body) {
      const location = (reply.getHeader('Location') as string | undefined) ?? null;
      return completeKey(db, keyed, leaseId, { body, location });
    },
    release: () => releaseKey(stores.database, keyed, leaseId),
  };
}

/**
 * Runs a request once per `Idempotency-Key` of the organization: a repeated request gets the stored response of the first
 * one. Only successes are stored. A request that calls `once` has its effect and its response stored by the same commit,
 * so a crash cannot separate them; the effect of the others can be repeated without harm.
 */
export async function runOncePerKey(
  stores: Stores,
  exchange: Exchange,
  content: string,
  run: (once: Once) => Promise<unknown>,
): Promise<unknown> {
  const held = await holdKey(stores, exchange, content);
  if (held === null) return run(unrecorded);
  if (held.stored) return held.stored.body;
  let isRecorded = false;
  const once: Once = (database, work) =>
    database.transaction(async (tx) => {
      const body = await work(tx);
      isRecorded = await held.record(tx, body);
      if (!isRecorded) throw inProgress();
      return body;
    });
  try {
    const body = await run(once);
    if (!isRecorded) await held.record(stores.database, body);
    return body;
  } catch (error) {
    await held.release();
    throw error;
  }
}

async function claimOrWait(
  { database, clock }: Stores,
  keyed: KeyedRequest,
): Promise<{ leaseId: string } | { response: StoredResponse }> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const claim = await claimKey(database, keyed);
    if (claim.kind === 'stored') return claim;
    if (claim.kind === 'other-body')
      throw invalid([keyProblem('The key was used for a request with another body')]);
    if (claim.kind === 'claimed') {
      await takeQuotaOrRelease(database, clock, keyed, claim.leaseId);
      return claim;
    }
    if (performance.now() > deadline) throw inProgress();
    await sleep(POLL_MS);
  }
}

async function takeQuotaOrRelease(
  database: Database,
  clock: Clock,
  keyed: KeyedRequest,
  leaseId: string,
): Promise<void> {
  try {
    await takeQuota(database, keyed.organizationId, 'idempotency_keys_per_day', 1, clock.now());
  } catch (error) {
    await releaseKey(database, keyed, leaseId);
    throw error;
  }
}

/** An empty header counts as not sent. */
function readKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > MAX_KEY_LENGTH || !/^[\x20-\x7e]+$/.test(key))
    throw invalid([keyProblem(`Must have 1 to ${MAX_KEY_LENGTH} ASCII characters`)]);
  return key;
}

function keyProblem(msg: string) {
  return { type: 'value_error', loc: ['header', HEADER], msg, input: null };
}

export function inProgress(): AppError {
  const message = 'A request with the same Idempotency-Key is in progress. Retry shortly.';
  return new AppError('too_many', message, { retryAfterSeconds: 1 });
}
