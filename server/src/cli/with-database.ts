import { hostname, userInfo } from 'node:os';
import type { Database, Db } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { AuditLog } from '../domain/audit/audit-log.ts';
import type { AuditDraft } from '../domain/audit/entry.ts';
import { migrateSchema } from '../domain/migrate-schema.ts';
import { closing } from '../lib/async/closing.ts';
import { systemClock } from '../lib/clock.ts';
import type { Context } from './command.ts';

/**
 * Opens the database for one command. The embedded server is shared with a running service, or started and stopped. The
 * audit log records what the command declares.
 */
export async function withDatabase<T>(
  context: Context,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  await using opened = await openForCommand(context);
  await migrateSchema(opened.database);
  return await recordCommand(context, opened.database, () => work(opened.database));
}

/** Opens the database with two connections, as it is: migrations may be pending. */
export async function openForCommand({ settings, log }: Context) {
  const database = { ...settings.database, poolSize: 2 };
  return closing(await openDatabase({ ...settings, database }, log));
}

/** Records a command in the audit log, if it declares an action: durable before it starts, then with its outcome. */
export async function recordCommand<T>(context: Context, db: Db, work: () => Promise<T>): Promise<T> {
  if (!context.audited) return work();
  const log = new AuditLog(db, null, systemClock, context.log);
  const draft = draftOf(context.audited);
  const pendingId = await log.begin(draft);
  const finish = (outcome: 'success' | 'failed', object = draft.object) =>
    log.recordNow({ ...draft, object, pendingId, outcome, status: null, purpose: null });
  try {
    const result = await work();
    await finish('success', { ...draft.object, id: resultId(draft.object.kind, result) ?? draft.object.id });
    return result;
  } catch (error) {
    await finish('failed').catch(() => undefined);
    throw error;
  }
}

function draftOf({ action, object, values, operands }: NonNullable<Context['audited']>): AuditDraft {
  const { org } = values;
  const organizationId = typeof org === 'string' && /^\d{1,9}$/.test(org) ? Number(org) : null;
  const id = operands[0] ?? (object === 'organization' ? (organizationId ?? '') : '');
  return {
    at: systemClock.now(),
    organizationId,
    actor: { kind: 'cli', id: null, name: userName() },
    address: hostname(),
    action,
    isRead: false,
    object: { kind: object, id: object === '' ? '' : String(id) },
    correlationId: null,
    subjects: [],
    details: {},
  };
}

/** A container may run under a user without a name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

function resultId(kind: string, result: unknown): string | null {
  if (kind === '' || typeof result !== 'object' || result === null) return null;
  const id = (result as Record<string, unknown>)[`${kind}_id`];
  return id === undefined ? null : String(id);
}
