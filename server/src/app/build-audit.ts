import { loadSecret } from '../config/secret-file.ts';
import type { Settings } from '../config/settings.ts';
import type { Db } from '../db/database.ts';
import { type AuditKeys, auditKeys } from '../domain/audit/audit-keys.ts';
import { AuditLog } from '../domain/audit/audit-log.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

export async function buildAudit(settings: Settings, db: Db, clock: Clock, log: Log) {
  const keys = await loadAuditKeys(settings);
  return { auditKeys: keys, auditLog: new AuditLog(db, keys, clock, log) };
}

export async function loadAuditKeys({ webhooks, dataDir }: Settings): Promise<AuditKeys> {
  return auditKeys((await loadSecret(webhooks.secretKeys, dataDir, 'secret-key')).split(','));
}
