import type { Database } from '../db/database.ts';
import type { AuditKeys } from '../domain/audit/audit-keys.ts';
import type { AuditLog } from '../domain/audit/audit-log.ts';
import { MAX_SEALED, sealEntries } from '../domain/audit/seal-entries.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Stage } from './run-stages.ts';

const EVERY_MS = 30_000;

/**
 * Seals new entries of the audit log and closes the changes of killed processes. Each head goes to the log: a copy of the
 * log outside this machine shows later whether the end of the audit log was removed.
 */
export function sealAudit(
  database: Database,
  auditLog: AuditLog,
  keys: AuditKeys,
  clock: Clock,
  log: Log,
): Stage {
  return {
    name: 'seal-audit',
    everyMs: EVERY_MS,
    async run() {
      const closed = await auditLog.closeStale();
      if (closed > 0) log.warn({ changes: closed }, 'changes were interrupted, their outcome is not known');
      const head = await sealEntries(database, keys, clock.now());
      if (!head) return false;
      log.info({ audit_head: `${head.seq}:${head.hash}`, entries: head.entries }, 'sealed the audit log');
      return head.entries === MAX_SEALED;
    },
  };
}
