import { createHash, hash } from 'node:crypto';
import { LOCKS } from '../../db/advisory-locks.ts';
import { type Database, type Db, statement, type Transaction } from '../../db/database.ts';
import type { AuditKeys } from './audit-keys.ts';

/** One link of the chain: the entries after the previous seal, up to `last_id`. */
export type Seal = {
  seq: number;
  sealed_at: Date;
  last_id: number;
  entries: number;
  entries_hash: Buffer;
  hash: Buffer;
  mac_key: Buffer;
  mac: Buffer;
  expired_at: Date | null;
};

/** The last seal: what an auditor notes to detect a log that was cut off later. */
export type Head = { seq: number; hash: string };

export const MAX_SEALED = 5_000;
export const NO_HASH = Buffer.alloc(32);
export const SEAL_COLUMNS = 'seq, sealed_at, last_id, entries, entries_hash, hash, mac_key, mac, expired_at';

const lockSealing = statement(
  'audit.lock-sealing',
  `select pg_try_advisory_xact_lock(${LOCKS.auditSeal}) as mine`,
);
const newest = statement(
  'audit.newest-seal',
  `select ${SEAL_COLUMNS} from audit_seals order by seq desc limit 1`,
);
/** Waits for running inserts, which take milliseconds, and keeps new ones waiting only for this statement. */
const settle = statement('audit.settle', `select pg_advisory_lock(${LOCKS.auditEntries})`);
const settled = statement('audit.settled', `select pg_advisory_unlock(${LOCKS.auditEntries})`);
const unsealed = statement(
  'audit.unsealed',
  `select id, digest from audit_entries where id > $1 order by id limit ${MAX_SEALED}`,
);
const insert = statement(
  'audit.insert-seal',
  `insert into audit_seals (${SEAL_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, null)`,
);

const noteHead = statement(
  'audit.note-head',
  `insert into audit_head (seq, hash) values ($1, $2)
   on conflict (is_only) do update set seq = excluded.seq, hash = excluded.hash`,
);

/** Seals the entries since the last seal. Returns the new head, or null when there was nothing to seal. */
export function sealEntries(
  database: Database,
  keys: AuditKeys,
  now: Date,
): Promise<(Head & { entries: number }) | null> {
  return database.transaction(async (tx) => {
    const lock = await tx.row<{ mine: boolean }>(lockSealing);
    if (!lock?.mine) return null;
    const previous = await newestSeal(tx);
    const rows = await settledEntries(tx, previous?.last_id ?? 0);
    const last = rows.at(-1);
    if (!last) return null;
    const fields = {
      seq: (previous?.seq ?? 0) + 1,
      sealed_at: now,
      last_id: last.id,
      entries: rows.length,
      entries_hash: hashOfEntries(rows),
    };
    const sealHash = hashOfSeal(previous?.hash ?? NO_HASH, fields);
    const { seq, sealed_at, last_id, entries, entries_hash } = fields;
    const mac = keys.mac(sealHash);
    await tx.run(insert, [seq, sealed_at, last_id, entries, entries_hash, sealHash, keys.id, mac]);
    await tx.run(noteHead, [seq, sealHash]);
    return { seq, hash: sealHash.toString('hex'), entries };
  });
}

function newestSeal(db: Db): Promise<Seal | null> {
  return db.row<Seal>(newest);
}

/**
 * The lock makes all ids below the highest final: each insert holds it, shared, from before its first id until its commit.
 * The rows are read after it is released, so that inserts wait only for a moment. A later row may be among them; then
 * an earlier one may not be visible yet, so rows above the highest settled id are left for the next seal.
 */
async function settledEntries(tx: Transaction, afterId: number): Promise<{ id: number; digest: Buffer }[]> {
  await tx.run(settle);
  let upTo: number;
  try {
    upTo = (await tx.row<{ id: number }>(highest))?.id ?? 0;
  } finally {
    await tx.run(settled);
  }
  const rows = await tx.rows<{ id: number; digest: Buffer }>(unsealed, [afterId]);
  return rows.filter(({ id }) => id <= upTo);
}

const highest = statement('audit.highest', 'select coalesce(max(id), 0) as id from audit_entries');

export function hashOfEntries(rows: Iterable<{ id: number; digest: Buffer }>): Buffer {
  const all = createHash('sha256');
  for (const { id, digest } of rows) all.update(`${id}\n`).update(digest);
  return all.digest();
}

type SealFields = Pick<Seal, 'seq' | 'sealed_at' | 'last_id' | 'entries' | 'entries_hash'>;

export function hashOfSeal(
  previous: Buffer,
  { seq, sealed_at, last_id, entries, entries_hash }: SealFields,
): Buffer {
  const text = `${seq}\n${sealed_at.toISOString()}\n${last_id}\n${entries}\n`;
  return hash('sha256', Buffer.concat([previous, Buffer.from(text), entries_hash]), 'buffer');
}
