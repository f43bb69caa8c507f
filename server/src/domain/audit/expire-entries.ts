import { type Database, statement, type Transaction } from '../../db/database.ts';
import { toRow } from './entry.ts';
import { insertEntries } from './entry-store.ts';

export const EXPIRE_ACTION = 'audit.expire';
const SEALS_AT_ONCE = 20;
const DAY_MS = 86_400_000;

const retentionPath = statement('audit.retention-path', `set local milepost.audit_path = 'retention'`);
const oldest = statement(
  'audit.oldest-seals',
  `select seq, last_id from audit_seals where expired_at is null and sealed_at < $1 order by seq limit ${SEALS_AT_ONCE}`,
);
const removeEntries = statement('audit.expire-entries', 'delete from audit_entries where id <= $1');
const markExpired = statement(
  'audit.mark-expired',
  'update audit_seals set expired_at = $2 where seq <= $1 and expired_at is null',
);

/**
 * Deletes the entries of the oldest seals after the retention of the log, and records the deletion as an entry. The seals
 * stay, so that the chain can still be verified. Returns how many entries were deleted; null when none is left.
 */
export function expireEntries(database: Database, retentionDays: number, now: Date): Promise<number | null> {
  return database.transaction(async (tx) => {
    const seals = await tx.rows<{ seq: number; last_id: number }>(oldest, [
      new Date(now.getTime() - retentionDays * DAY_MS),
    ]);
    const last = seals.at(-1);
    if (!last) return null;
    await tx.run(retentionPath);
    const deleted = await tx.run(removeEntries, [last.last_id]);
    await tx.run(markExpired, [last.seq, now]);
    await recordExpiration(tx, last.seq, deleted, now);
    return deleted;
  });
}

async function recordExpiration(tx: Transaction, seq: number, entries: number, now: Date): Promise<void> {
  const row = toRow(null, {
    at: now,
    organizationId: null,
    actor: { kind: 'system', id: null, name: 'retention' },
    address: '',
    action: EXPIRE_ACTION,
    isRead: false,
    object: { kind: 'seal', id: String(seq) },
    correlationId: null,
    subjects: [],
    details: { entries },
    pendingId: null,
    outcome: 'success',
    status: null,
    purpose: null,
  });
  await insertEntries(tx, [{ ...row, pending_id: null }]);
}
