import { LOCKS } from '../../db/advisory-locks.ts';
import { type Database, type Db, statement } from '../../db/database.ts';
import type { Sealing } from '../../lib/bytes/sealing.ts';
import { sealing, sealingId } from '../../lib/bytes/sealing.ts';
import { sleep } from '../../lib/clock.ts';
import { operatorError } from '../../lib/errors.ts';
import { retireSigningKey } from '../signing/signing-keys.ts';
import { problemOf } from './hold-secrets.ts';
import {
  fingerprints,
  isSame,
  lockKey,
  lockRegistry,
  makeCurrent,
  type OwnKey,
  type Rings,
  registeredKeys,
  retireReplaced,
  SECRET_NAMES,
  type SecretName,
} from './registry.ts';
import {
  countByKey,
  readSealed,
  replaceSealed,
  SEALED_COLUMNS,
  type SealedColumn,
} from './sealed-columns.ts';

const BATCH = 500;
const SWITCH_MS = 30_000;
const POLL_MS = 100;

/** Sessions of running processes without a lock of this class on this key. */
const without = statement(
  'secrets.processes-without',
  `select count(*)::int as processes from (
     select pid from pg_locks
      where locktype = 'advisory' and objsubid = 2 and granted and classid in (${LOCKS.runningProcess}, $1)
        and database = (select oid from pg_database where datname = current_database())
      group by pid
     having bool_or(classid = ${LOCKS.runningProcess})
        and not bool_or(classid = $1 and objid = ($2::bigint & 4294967295)::oid)) as missing`,
);

const count = statement(
  'secrets.processes',
  `select count(*) filter (where objid = 1)::int as api, count(*) filter (where objid = 2)::int as work,
     count(distinct pid)::int as total
   from pg_locks
   where locktype = 'advisory' and objsubid = 2 and granted and classid = ${LOCKS.runningProcess}
     and database = (select oid from pg_database where datname = current_database())`,
);

type RunningProcesses = { api: number; work: number; total: number };

/** Processes that are connected now. `start` counts as api and as work. */
export async function runningProcesses(db: Db): Promise<RunningProcesses> {
  return (await db.row<RunningProcesses>(count)) ?? { api: 0, work: 0, total: 0 };
}

export type SecretStatus = {
  name: SecretName;
  /** What the operator has to do next, or has nothing to do. */
  state: 'not used yet' | 'in use' | 'ready to rotate' | 'rotating' | 'rotated' | 'other secret';
  keys: number;
  current_since: Date | null;
  /** When the previous key was replaced by the current one. */
  replaced_at: Date | null;
  /** Running processes that do not hold the first key of the setting. */
  processes_without: number;
  /** Stored values that need a key other than the current one. */
  values_to_reencrypt: number;
  /** Stored values that no key of the setting opens. */
  values_unreadable: number;
  problem: string | null;
};

export async function secretStatus(db: Db, rings: Rings): Promise<SecretStatus[]> {
  const own = await fingerprints(db, rings);
  const registered = await registeredKeys(db);
  const uses = await countByKey(db);
  return Promise.all(
    SECRET_NAMES.map(async (name) => {
      const keys = own.filter((one) => one.name === name);
      const [first] = keys;
      if (!first) throw new Error(`no ${name}`);
      const current = registered.find((one) => one.name === name && one.replaced_at === null) ?? null;
      const previous =
        registered.filter((one) => one.name === name && one.replaced_at !== null).at(-1) ?? null;
      const held = keys.find((one) => current && isSame(one, current));
      const sealed = name === 'SECRET_KEY' ? uses : [];
      const sum = (isIncluded: (id: Buffer) => boolean) =>
        sealed.reduce((total, { id, values }) => total + (isIncluded(id) ? values : 0), 0);
      const isOwn = (id: Buffer) => keys.some(({ key }) => sealingId(key).equals(id));
      const toReencrypt = held ? sum((id) => isOwn(id) && !sealingId(held.key).equals(id)) : 0;
      const problem = current === null ? null : problemOf(name, keys, registered);
      return {
        name,
        state: stateOf(),
        keys: keys.length,
        current_since: current?.current_since ?? null,
        replaced_at: previous?.replaced_at ?? null,
        processes_without: await processesWithout(db, LOCKS.holdsSecret, first),
        values_to_reencrypt: toReencrypt,
        values_unreadable: sum((id) => !isOwn(id)),
        problem,
      };

      function stateOf(): SecretStatus['state'] {
        if (current === null) return 'not used yet';
        if (problem !== null) return 'other secret';
        if (held !== first) return 'ready to rotate';
        if (toReencrypt > 0) return 'rotating';
        return keys.length > 1 ? 'rotated' : 'in use';
      }
    }),
  );
}

export type Rotation = { name: SecretName; rotated: boolean; reencrypted: number };

/**
 * Makes the first key of each setting current and re-encrypts the stored values. With SECRET_KEY, the key that signs files is
 * replaced too: a copy of the database and the old SECRET_KEY has it. It may be killed at any point and run
 * again: every value is always readable with one of the two keys.
 */
export async function rotateSecrets(database: Database, rings: Rings): Promise<Rotation[]> {
  const own = await fingerprints(database, rings);
  const firsts = SECRET_NAMES.flatMap((name) => own.find((one) => one.name === name) ?? []);
  const rotated = await promote(database, own, firsts);
  for (const first of firsts) await waitForProcesses(database, first);
  const reencrypted = await reencrypt(database, rings);
  await finish(database, rings);
  return firsts.map(({ name }) => ({
    name,
    rotated: rotated.includes(name),
    reencrypted: name === 'SECRET_KEY' ? reencrypted : 0,
  }));
}

/** Accepts a new secret although the old one is lost. What the old one encrypted or signed stays unusable. */
export async function resetSecret(database: Database, rings: Rings, name: SecretName): Promise<void> {
  const first = (await fingerprints(database, rings)).find((one) => one.name === name);
  if (!first) throw new Error(`no ${name}`);
  const { total } = await runningProcesses(database);
  if (total > 0)
    throw operatorError(
      `Processes that run now (${total}) use the present ${name}. Stop them first, or use their ${name}.`,
    );
  await database.transaction(async (tx) => {
    await lockRegistry(tx);
    await makeCurrent(tx, first);
    if (name === 'SECRET_KEY') await retireSigningKey(tx);
    await retireReplaced(tx, name);
  });
}

async function promote(database: Database, own: OwnKey[], firsts: OwnKey[]): Promise<SecretName[]> {
  return database.transaction(async (tx) => {
    await lockRegistry(tx);
    const registered = await registeredKeys(tx);
    const rotated: SecretName[] = [];
    for (const first of firsts) {
      const current = registered.find((one) => one.name === first.name && one.replaced_at === null);
      const problem = current ? problemOf(first.name, own, registered) : null;
      if (problem !== null) throw operatorError(problem);
      if (current && isSame(current, first)) continue;
      const missing = await processesWithout(tx, LOCKS.holdsSecret, first);
      if (missing > 0) {
        const processes = missing === 1 ? '1 running process does' : `${missing} running processes do`;
        throw operatorError(
          `${processes} not hold the new ${first.name} yet. Restart them with ${first.name}=new,old first. Nothing was changed.`,
        );
      }
      await makeCurrent(tx, first);
      if (first.name === 'SECRET_KEY') await retireSigningKey(tx);
      rotated.push(first.name);
    }
    return rotated;
  });
}

async function processesWithout(db: Db, lockClass: number, { fingerprint }: OwnKey): Promise<number> {
  const row = await db.row<{ processes: number }>(without, [lockClass, lockKey(fingerprint)]);
  return row?.processes ?? 0;
}

/** Processes follow a notification; each shows with a lock which key it uses. */
async function waitForProcesses(database: Database, first: OwnKey): Promise<void> {
  for (const deadline = Date.now() + SWITCH_MS; ; await sleep(POLL_MS)) {
    const missing = await processesWithout(database, LOCKS.usesSecret, first);
    if (missing === 0) return;
    if (Date.now() > deadline)
      throw operatorError(
        `${missing} running processes still use the old ${first.name} after ${SWITCH_MS / 1_000} s. Check their logs and run milepost secrets rotate again.`,
      );
  }
}

async function reencrypt(db: Db, rings: Rings): Promise<number> {
  const { SECRET_KEY: ring } = rings;
  const [first = '', ...older] = ring.keys;
  const seal = sealing({ keys: ring.keys, current: first });
  let done = 0;
  for (const column of SEALED_COLUMNS) done += await reencryptColumn(db, seal, column, older.map(sealingId));
  return done;
}

async function reencryptColumn(db: Db, seal: Sealing, of: SealedColumn, oldIds: Buffer[]): Promise<number> {
  let done = 0;
  for (let after: string | null = null; ; ) {
    const rows = await readSealed(db, of, oldIds, after, BATCH);
    for (const { id, sealed } of rows) {
      const context = of.context(id);
      done += await replaceSealed(db, of, id, sealed, seal.seal(seal.open(sealed, context), context));
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return done;
  }
}

/** Retires the old keys if nothing is encrypted with them. The table locks let no writer of an old value in between. */
async function finish(database: Database, rings: Rings): Promise<void> {
  const [, ...older] = rings.SECRET_KEY.keys;
  await database.transaction(async (tx) => {
    await lockRegistry(tx);
    for (const table of new Set(SEALED_COLUMNS.map((one) => one.table)))
      await tx.client.query(`lock table ${table} in share mode`);
    const uses = await countByKey(tx);
    const left = uses.filter(({ id }) => older.some((key) => sealingId(key).equals(id)));
    if (left.length === 0) await retireReplaced(tx, 'SECRET_KEY');
  });
}
