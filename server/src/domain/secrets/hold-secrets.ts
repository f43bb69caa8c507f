import type pg from 'pg';
import { LOCKS } from '../../db/advisory-locks.ts';
import type { Database } from '../../db/database.ts';
import { listenAlone } from '../../db/listener.ts';
import { sealingId } from '../../lib/bytes/sealing.ts';
import { messageOf, operatorError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import {
  fingerprints,
  isSame,
  lockKey,
  lockRegistry,
  makeCurrent,
  type OwnKey,
  type RegisteredKey,
  type Rings,
  registeredKeys,
  SECRET_NAMES,
  SECRETS_CHANGED,
  type SecretName,
} from './registry.ts';
import { countByKey } from './sealed-columns.ts';

export type HeldSecrets = { close(): Promise<void> };
type ProcessParts = { api: boolean; work: boolean };

const GUIDE = 'See "Secrets" in docs/operating.md.';

/**
 * Registers the secrets with the first start on a database, and refuses later processes with other secrets. While it is
 * held, the session's locks show which secrets this process holds and uses. A key becomes current in all processes when
 * `secrets rotate` changes the registry; until then, all of them encrypt and sign with the old one.
 */
export async function holdSecrets(
  database: Database,
  rings: Rings,
  parts: ProcessParts,
  log: Log,
): Promise<HeldSecrets> {
  const own = await fingerprints(database, rings);
  await registerOrRefuse(database, own);
  let session: pg.Client | null = null;
  /** The keys that this session's locks show as used. */
  const shown = new Set<OwnKey>();
  /** Updates run one after another, so that the locks match the last one. */
  let lastUpdate = Promise.resolve();
  const update = (client: pg.Client): Promise<void> => {
    const next = lastUpdate.then(async () => show(client, await adoptCurrent(database, rings, own), shown));
    lastUpdate = next.catch(() => undefined);
    return next;
  };
  const onMessage = () => {
    if (session === null) return;
    update(session).catch((error: unknown) =>
      log.error({ error: messageOf(error) }, 'cannot change to the current secret'),
    );
  };
  const listener = await listenAlone(
    database,
    [{ channel: SECRETS_CHANGED, onMessage, onState: () => undefined }],
    log,
    async (client) => {
      session = client;
      shown.clear();
      for (const { fingerprint } of own) await lockShared(client, LOCKS.holdsSecret, lockKey(fingerprint));
      if (parts.api) await lockShared(client, LOCKS.runningProcess, 1);
      if (parts.work) await lockShared(client, LOCKS.runningProcess, 2);
      await update(client);
    },
  );
  return {
    async close() {
      await lastUpdate;
      await listener.close();
    },
  };
}

async function lockShared(client: pg.Client, lockClass: number, key: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [lockClass, key]);
}

/** Shows with locks which keys this process encrypts and signs with. */
async function show(client: pg.Client, used: OwnKey[], shown: Set<OwnKey>): Promise<void> {
  for (const key of used.filter((one) => !shown.has(one))) {
    await lockShared(client, LOCKS.usesSecret, lockKey(key.fingerprint));
    shown.add(key);
  }
  for (const key of [...shown].filter((one) => !used.includes(one))) {
    await client.query('select pg_advisory_unlock_shared($1, $2)', [
      LOCKS.usesSecret,
      lockKey(key.fingerprint),
    ]);
    shown.delete(key);
  }
}

/** Marks the registered keys as current in each key ring and returns them. */
async function adoptCurrent(database: Database, rings: Rings, own: OwnKey[]): Promise<OwnKey[]> {
  const registered = await registeredKeys(database);
  return SECRET_NAMES.map((name) => {
    const current = registered.find((one) => one.name === name && one.replaced_at === null);
    const key = own.find((one) => one.name === name && current && isSame(one, current));
    if (!key) throw operatorError(mismatch(name));
    rings[name].current = key.key;
    return key;
  });
}

async function registerOrRefuse(database: Database, own: OwnKey[]): Promise<void> {
  await database.transaction(async (tx) => {
    await lockRegistry(tx);
    const registered = await registeredKeys(tx);
    for (const name of SECRET_NAMES) {
      const [first, ...older] = own.filter((one) => one.name === name);
      if (!first) throw new Error(`no ${name}`);
      if (registered.some((one) => one.name === name)) {
        const problem = problemOf(name, [first, ...older], registered);
        if (problem !== null) throw operatorError(problem);
      } else if (name === 'SECRET_KEY' && !(await opensSome(tx, [first, ...older]))) {
        throw operatorError(mismatch(name));
      } else await makeCurrent(tx, first);
    }
  });
}

/** Why a process with these keys must not run on this database; null if it may. */
export function problemOf(name: SecretName, own: OwnKey[], registered: RegisteredKey[]): string | null {
  const isHeld = (key: RegisteredKey) => own.some((one) => one.name === name && isSame(one, key));
  const keys = registered.filter((one) => one.name === name);
  if (keys.some((key) => key.replaced_at === null && !isHeld(key))) return mismatch(name);
  const needed = keys.filter((key) => key.replaced_at !== null && key.retired_at === null && !isHeld(key));
  if (name === 'LINK_SECRET' || needed.length === 0) return null;
  return `${name} lacks the previous key, which stored webhook secrets are still encrypted with. Set ${name}=new,old again and run milepost secrets rotate. ${GUIDE}`;
}

/** Before the first key is registered: it must open the stored values, unless there are none. */
async function opensSome(tx: Parameters<typeof countByKey>[0], own: OwnKey[]): Promise<boolean> {
  const uses = await countByKey(tx);
  return uses.length === 0 || uses.some(({ id }) => own.some(({ key }) => sealingId(key).equals(id)));
}

function mismatch(name: SecretName): string {
  const lost =
    name === 'SECRET_KEY'
      ? 'every customer must then set new webhook secrets'
      : 'all links sent so far stop working';
  return `${name} is not the one that this database is used with. All processes on one database need the same ${name}: copy it from a machine that works (its setting, or its generated file in DATA_DIR). To rotate it, set ${name}=new,old. If it is lost, milepost secrets reset ${name} accepts the new one; ${lost}. ${GUIDE}`;
}
