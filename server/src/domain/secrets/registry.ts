import { createHmac, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { LOCKS } from '../../db/advisory-locks.ts';
import { type Db, statement, type Transaction } from '../../db/database.ts';
import type { Keyring } from '../../lib/bytes/keyring.ts';

export type SecretName = 'SECRET_KEY' | 'LINK_SECRET';
export const SECRET_NAMES: readonly SecretName[] = ['SECRET_KEY', 'LINK_SECRET'];
export type Rings = Record<SecretName, Keyring>;

/** A secret that processes of this database use or used. */
export type RegisteredKey = {
  name: SecretName;
  fingerprint: Buffer;
  current_since: Date;
  /** Null for the key that encrypts and signs. */
  replaced_at: Date | null;
  retired_at: Date | null;
};

/** One key of a comma-separated setting; the first is preferred. */
export type OwnKey = { name: SecretName; key: string; fingerprint: Buffer };

/** NOTIFY channel: another key has become current. */
export const SECRETS_CHANGED = 'secrets_changed';

const installation = statement('secrets.installation', 'select id from installation');
const all = statement(
  'secrets.registered',
  `select name, fingerprint, current_since, replaced_at, retired_at from secret_keys order by current_since`,
);
const replace = statement(
  'secrets.replace',
  `update secret_keys set replaced_at = now() where name = $1 and replaced_at is null`,
);
const insert = statement(
  'secrets.insert',
  `insert into secret_keys (name, fingerprint) values ($1, $2)
   on conflict (name, fingerprint) do update set current_since = now(), replaced_at = null, retired_at = null`,
);
const retire = statement(
  'secrets.retire',
  `update secret_keys set retired_at = now() where name = $1 and replaced_at is not null and retired_at is null`,
);
const notify = statement('secrets.notify', `select pg_notify('${SECRETS_CHANGED}', $1)`);

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);
/** 32 MiB and about 0.1 s, so that a copy of the database is no cheap way to test guesses of a secret. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

/** Identifies a secret in one installation. The secret cannot be computed from it. */
async function fingerprintOf(installationId: string, name: string, secret: string): Promise<Buffer> {
  const key = await derive(secret, `${installationId} ${name}`, 32, COST);
  return createHmac('sha256', key).update(`milepost fingerprint ${name}`).digest();
}

/** The start of a fingerprint as the second key of an advisory lock. */
export function lockKey(fingerprint: Buffer): number {
  return fingerprint.readInt32BE(0);
}

export async function fingerprints(db: Db, rings: Rings): Promise<OwnKey[]> {
  const id = (await db.row<{ id: string }>(installation))?.id ?? '';
  const keys = SECRET_NAMES.flatMap((name) => rings[name].keys.map((key) => ({ name, key })));
  return Promise.all(
    keys.map(async (one) => ({ ...one, fingerprint: await fingerprintOf(id, one.name, one.key) })),
  );
}

export function registeredKeys(db: Db): Promise<RegisteredKey[]> {
  return db.rows<RegisteredKey>(all);
}

/** The lock is held until the transaction ends. */
export async function lockRegistry(tx: Transaction): Promise<void> {
  await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.registerSecrets]);
}

/** From the commit on, processes encrypt and sign with this key. */
export async function makeCurrent(tx: Transaction, { name, fingerprint }: OwnKey): Promise<void> {
  await tx.run(replace, [name]);
  await tx.run(insert, [name, fingerprint]);
  await tx.row(notify, [name]);
}

export async function retireReplaced(db: Db, name: SecretName): Promise<void> {
  await db.run(retire, [name]);
}

export function isSame(a: { fingerprint: Buffer }, b: { fingerprint: Buffer }): boolean {
  return a.fingerprint.equals(b.fingerprint);
}
