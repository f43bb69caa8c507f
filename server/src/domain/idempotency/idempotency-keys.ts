import { randomUUID } from 'node:crypto';
import { type Db, statement } from '../../db/database.ts';

/** A request with an `Idempotency-Key`. The fingerprint covers the route and the body. */
export type KeyedRequest = { organizationId: number; keyHash: Buffer; fingerprint: Buffer };
export type StoredResponse = { body: unknown; location: string | null };

const KEPT_HOURS = 24;
/** After a crash, a repeated request runs once this time has passed. */
const LEASE_SECONDS = 30;

const claim = statement(
  'idempotency.claim',
  `insert into idempotency_keys as k (organization_id, key_hash, fingerprint, lease_id, leased_until)
   values ($1, $2, $3, $4, now() + interval '${LEASE_SECONDS} seconds')
   on conflict (organization_id, key_hash) do update
     set fingerprint = excluded.fingerprint, lease_id = excluded.lease_id, leased_until = excluded.leased_until,
         created_at = now(), response = null
   where k.created_at <= now() - interval '${KEPT_HOURS} hours' or (k.response is null and k.leased_until <= now())
   returning lease_id`,
);
const find = statement(
  'idempotency.find',
  `select fingerprint, response from idempotency_keys where organization_id = $1 and key_hash = $2`,
);
const complete = statement(
  'idempotency.complete',
  `update idempotency_keys set response = $4 where organization_id = $1 and key_hash = $2 and lease_id = $3`,
);
const release = statement(
  'idempotency.release',
  `delete from idempotency_keys where organization_id = $1 and key_hash = $2 and lease_id = $3 and response is null`,
);
const forget = statement(
  'idempotency.delete-old',
  `delete from idempotency_keys where created_at < now() - interval '${KEPT_HOURS} hours'`,
);

type Found = { fingerprint: Buffer; response: StoredResponse | null };
type Claim =
  | { kind: 'claimed'; leaseId: string }
  | { kind: 'stored'; response: StoredResponse }
  | { kind: 'running' }
  | { kind: 'other-body' };

/** Claims the key for this request, or finds out what another request did with it. */
export async function claimKey(db: Db, request: KeyedRequest): Promise<Claim> {
  const { organizationId, keyHash, fingerprint } = request;
  const leaseId = randomUUID();
  if (await db.row(claim, [organizationId, keyHash, fingerprint, leaseId]))
    return { kind: 'claimed', leaseId };
  const found = await db.row<Found>(find, [organizationId, keyHash]);
  // Released between the two statements.
  if (found === null) return { kind: 'running' };
  if (!found.fingerprint.equals(fingerprint)) return { kind: 'other-body' };
  return found.response === null ? { kind: 'running' } : { kind: 'stored', response: found.response };
}

/** False if the lease has ended and another request has taken the key. */
export async function completeKey(
  db: Db,
  { organizationId, keyHash }: KeyedRequest,
  leaseId: string,
  response: StoredResponse,
): Promise<boolean> {
  return (await db.run(complete, [organizationId, keyHash, leaseId, JSON.stringify(response)])) > 0;
}

/** The request failed: it may be repeated, also with another body. */
export async function releaseKey(
  db: Db,
  { organizationId, keyHash }: KeyedRequest,
  leaseId: string,
): Promise<void> {
  await db.run(release, [organizationId, keyHash, leaseId]);
}

export async function deleteOldKeys(db: Db): Promise<void> {
  await db.run(forget);
}
