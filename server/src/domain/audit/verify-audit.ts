import { type Db, statement } from '../../db/database.ts';
import type { AuditKeys } from './audit-keys.ts';
import { entryDigest, purposeHash } from './entry.ts';
import { ENTRY_COLUMNS, type ListedRow } from './entry-store.ts';
import { EXPIRE_ACTION } from './expire-entries.ts';
import { type Head, hashOfEntries, hashOfSeal, NO_HASH, SEAL_COLUMNS, type Seal } from './seal-entries.ts';

type Verification = {
  seals: number;
  entries: number;
  /** Newer than the last seal: covered by no seal yet. */
  unsealed: number;
  expired: number;
  /** Seals whose key is no longer in SECRET_KEY: their hash is checked, their MAC is not. */
  seals_without_key: number;
  head: Head | null;
  problems: string[];
};

/** Retention records each deletion as an entry, so that nobody can delete entries by marking their seals as expired. */
type Progress = Verification & { lastExpired: number; expirationsUpTo: number };

function noteExpirations(rows: ListedRow[], found: Progress): void {
  for (const { action, object_id } of rows) {
    if (action === EXPIRE_ACTION) found.expirationsUpTo = Math.max(found.expirationsUpTo, Number(object_id));
  }
}

const MAX_PROBLEMS = 100;
const SEALS_AT_ONCE = 200;

const pageOfSeals = statement(
  'audit.page-seals',
  `select ${SEAL_COLUMNS} from audit_seals where seq > $1 order by seq limit ${SEALS_AT_ONCE}`,
);
const entriesBetween = statement(
  'audit.entries-between',
  `select ${ENTRY_COLUMNS} from audit_entries where id > $1 and id <= $2 order by id`,
);
const unsealedCount = statement(
  'audit.count-unsealed',
  'select count(*) as count from audit_entries where id > $1',
);

/**
 * Recomputes the chain from the first seal. `knownHead` is a head that was noted earlier: it must still be in the chain.
 */
export function verifyAudit(db: Db, keys: AuditKeys, knownHead: Head | null = null): Promise<Verification> {
  return verifyFrom(db, keys, null, knownHead);
}

const writtenHead = statement(
  'audit.written-head',
  `select seq, encode(hash, 'hex') as hash from audit_head`,
);
const writtenEntries = statement(
  'audit.written-entries',
  `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_entries', 'id')::regclass), 0) as count`,
);

/** What was written, kept outside of the log: an emptied or cut log has less. */
type Written = { head: Head | null; entries: number };

async function readWritten(db: Db): Promise<Written> {
  const head = await db.row<Head>(writtenHead);
  return { head, entries: (await db.row<{ count: number }>(writtenEntries))?.count ?? 0 };
}

const sealBefore = statement(
  'audit.seal-before',
  `select ${SEAL_COLUMNS} from audit_seals order by seq desc offset $1 limit 1`,
);

/** Checks the newest seals only, and that each follows from the one before it. */
export async function verifyNewest(db: Db, keys: AuditKeys, seals: number): Promise<Verification> {
  return verifyFrom(db, keys, await db.row<Seal>(sealBefore, [seals]), null);
}

/** `start`: the seal before the first one that is checked; null checks all. */
async function verifyFrom(
  db: Db,
  keys: AuditKeys,
  start: Seal | null,
  knownHead: Head | null,
): Promise<Verification> {
  const found: Progress = {
    lastExpired: 0,
    expirationsUpTo: 0,
    seals: 0,
    entries: 0,
    unsealed: 0,
    expired: 0,
    seals_without_key: 0,
    head: null,
    problems: [],
  };
  const problem = (text: string) => {
    if (found.problems.length < MAX_PROBLEMS) found.problems.push(text);
  };
  let previous: Pick<Seal, 'seq' | 'hash' | 'last_id'> & { isExpired: boolean } = {
    seq: start?.seq ?? 0,
    hash: start?.hash ?? NO_HASH,
    last_id: start?.last_id ?? 0,
    isExpired: start === null || start.expired_at !== null,
  };
  // Read before the seals: those that are written in the meantime are newer.
  const written = await readWritten(db);
  const heads = [
    { head: knownHead, name: 'the noted head' },
    { head: written.head, name: 'the newest seal that was written' },
  ];
  for (;;) {
    const seals = await db.rows<Seal>(pageOfSeals, [previous.seq]);
    for (const seal of seals) {
      await checkSeal(db, keys, seal, previous, found, problem);
      for (const { head, name } of heads) {
        if (head?.seq === seal.seq && head.hash !== seal.hash.toString('hex'))
          problem(`Seal ${seal.seq} has another hash than ${name}.`);
      }
      previous = { ...seal, isExpired: seal.expired_at !== null };
    }
    if (seals.length < SEALS_AT_ONCE) break;
  }
  if (previous.seq > 0) found.head = { seq: previous.seq, hash: previous.hash.toString('hex') };
  for (const { head, name } of heads) {
    if (head && head.seq > previous.seq)
      problem(
        `The log ends with seal ${previous.seq}, but ${name} is seal ${head.seq}: its end was removed.`,
      );
  }
  if (previous.seq > 0 && written.head === null) problem('The record of the newest seal was removed.');
  found.unsealed = (await db.row<{ count: number }>(unsealedCount, [previous.last_id]))?.count ?? 0;
  noteExpirations(await checkEntries(db, previous.last_id, Number.MAX_SAFE_INTEGER, problem), found);
  if (previous.seq === 0 && found.unsealed === 0 && written.entries > 0)
    problem(`The log is empty, but ${written.entries} entries were written: it was emptied.`);
  const { lastExpired, expirationsUpTo, ...verification } = found;
  // The record of an earlier deletion may be before the start.
  if (start === null && lastExpired > expirationsUpTo) {
    problem(
      `The entries up to seal ${lastExpired} were deleted, but the log records a deletion only up to ${expirationsUpTo}.`,
    );
  }
  return verification;
}

async function checkSeal(
  db: Db,
  keys: AuditKeys,
  seal: Seal,
  previous: { seq: number; hash: Buffer; last_id: number; isExpired: boolean },
  found: Progress,
  problem: (text: string) => void,
): Promise<void> {
  found.seals++;
  if (seal.seq !== previous.seq + 1) problem(`Seals ${previous.seq + 1} to ${seal.seq - 1} are missing.`);
  if (!hashOfSeal(previous.hash, seal).equals(seal.hash)) {
    problem(`Seal ${seal.seq} does not match its content and the seal before it.`);
  }
  const isMac = keys.isMac(seal.mac_key, seal.hash, seal.mac);
  if (isMac === null) found.seals_without_key++;
  if (isMac === false) problem(`The MAC of seal ${seal.seq} is wrong.`);
  if (seal.expired_at !== null) {
    found.expired += seal.entries;
    found.lastExpired = seal.seq;
    if (!previous.isExpired) problem(`Seal ${seal.seq} is marked as expired, but an older seal is not.`);
    return;
  }
  const rows = await checkEntries(db, previous.last_id, seal.last_id, problem);
  noteExpirations(rows, found);
  found.entries += rows.length;
  const range = `ids ${previous.last_id + 1} to ${seal.last_id}`;
  if (rows.length < seal.entries) {
    problem(
      `Seal ${seal.seq} (${range}): ${seal.entries - rows.length} of ${seal.entries} entries were removed.`,
    );
  } else if (rows.length > seal.entries) {
    problem(`Seal ${seal.seq} (${range}): ${rows.length - seal.entries} entries were inserted.`);
  } else if (!hashOfEntries(rows).equals(seal.entries_hash)) {
    problem(`Seal ${seal.seq} (${range}): an entry was altered, replaced or moved.`);
  }
}

/** Reports the entries whose content does not match their digest. */
async function checkEntries(
  db: Db,
  after: number,
  upTo: number,
  problem: (text: string) => void,
): Promise<ListedRow[]> {
  const rows = await db.rows<ListedRow>(entriesBetween, [after, upTo]);
  for (const row of rows) {
    if (!entryDigest(row).equals(row.digest)) problem(`Entry ${row.id} was altered.`);
    const { purpose, purpose_salt: salt, purpose_hash } = row;
    const isErased = purpose === null && salt === null;
    if (!isErased && !(salt && purpose_hash && purposeHash(salt, purpose ?? '').equals(purpose_hash))) {
      problem(`The purpose of entry ${row.id} was altered.`);
    }
  }
  return rows;
}
