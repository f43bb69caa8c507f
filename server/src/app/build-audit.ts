import { loadSecrets } from '../config/secret-file.ts';
import type { Settings } from '../config/settings.ts';
import type { Db } from '../db/database.ts';
import { type AuditKeys, auditKeys } from '../domain/audit/audit-keys.ts';
import { AuditLog } from '../domain/audit/audit-log.ts';
import type { Keyring } from '../lib/bytes/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

export function buildAudit(secretKey: Keyring, db: Db, clock: Clock, log: Log) {
  const keys = auditKeys(secretKey.keys);
  return { auditKeys: keys, auditLog: new AuditLog(db, keys, clock, log) };
}

export async function loadAuditKeys(settings: Settings): Promise<AuditKeys> {
  return auditKeys((await loadSecrets(settings)).SECRET_KEY.keys);
}
