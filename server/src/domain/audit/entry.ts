import { hash, randomBytes } from 'node:crypto';
import type { AuditEntry as ListedEntry } from '../../contract/admin/audit-entry.ts';
import type { AuditAction } from './audit-actions.ts';
import type { AuditKeys, Subject } from './audit-keys.ts';

export const OUTCOMES = ['success', 'denied', 'failed', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];
const ACTOR_KINDS = ['user', 'key', 'cli', 'link', 'system'] as const;

/** `name`: the email address of a user, the name of the operating system's user for a command. `system`: housekeeping. */
export type Actor = { kind: (typeof ACTOR_KINDS)[number]; id: number | null; name: string };

/** What is known before the action starts. */
export type AuditDraft = {
  at: Date;
  /** Whose log the entry belongs to. */
  organizationId: number | null;
  actor: Actor;
  /** The IP address of the caller, or the host name of the machine on which a command ran. */
  address: string;
  action: AuditAction;
  /** It only showed something. */
  isRead: boolean;
  object: { kind: string; id: string };
  correlationId: string | null;
  /** Plates and VINs; only their keyed hashes are stored. */
  subjects: Subject[];
  details: Record<string, unknown>;
};

export type AuditEntry = AuditDraft & {
  /** The id that `AuditLog.begin` returned, for a change. */
  pendingId: string | null;
  outcome: Outcome;
  status: number | null;
  purpose: string | null;
};

/** The columns of an entry that its digest covers. */
type DigestedRow = Omit<ListedEntry, 'id' | 'at' | 'purpose' | 'sentence' | 'vehicles'> & {
  at: Date;
  purpose_hash: Buffer | null;
  subject_key: Buffer | null;
  subjects: string[];
};

export type EntryRow = DigestedRow & {
  purpose: string | null;
  purpose_salt: Buffer | null;
  digest: Buffer;
};

const SALT_BYTES = 16;
const MAX_TEXT = 500;

export function toRow(keys: AuditKeys | null, entry: AuditEntry): EntryRow {
  const { purpose } = entry;
  const salt = purpose === null ? null : randomBytes(SALT_BYTES);
  const subjects = subjectHashes(keys, entry.subjects);
  const row: DigestedRow = {
    at: entry.at,
    organization_id: entry.organizationId,
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id,
    actor: plain(entry.actor.name),
    address: plain(entry.address),
    action: entry.action,
    is_read: entry.isRead,
    object_kind: entry.object.kind,
    object_id: plain(entry.object.id),
    outcome: entry.outcome,
    status: entry.status,
    correlation_id: entry.correlationId,
    purpose_hash: salt && purposeHash(salt, purpose ?? ''),
    subject_key: subjects.length > 0 ? (keys?.id ?? null) : null,
    subjects,
    details: entry.details,
  };
  return { ...row, purpose, purpose_salt: salt, digest: entryDigest(row) };
}

/** A character that PostgreSQL rejects would hold up every later entry. */
function plain(text: string): string {
  return text.replace(/\p{Cc}|\p{Cs}/gu, '').slice(0, MAX_TEXT);
}

function subjectHashes(keys: AuditKeys | null, subjects: Subject[]): string[] {
  if (subjects.length === 0) return [];
  if (keys === null) throw new Error('subjects need the keys of the audit log');
  const hashes = new Set<string>();
  for (const { kind, value } of subjects) {
    const subject = keys.subject(kind, value);
    if (subject !== null) hashes.add(subject);
  }
  return [...hashes];
}

export function purposeHash(salt: Buffer, purpose: string): Buffer {
  return hash('sha256', Buffer.concat([salt, Buffer.from(purpose)]), 'buffer');
}

/** The id is not known before the insert; the seal covers it. */
export function entryDigest(row: DigestedRow): Buffer {
  const content = [
    row.at.toISOString(),
    row.organization_id,
    row.actor_kind,
    row.actor_id,
    row.actor,
    row.address,
    row.action,
    row.is_read,
    row.object_kind,
    row.object_id,
    row.outcome,
    row.status,
    row.correlation_id,
    row.purpose_hash?.toString('hex') ?? null,
    row.subject_key?.toString('hex') ?? null,
    row.subjects,
    sorted(row.details),
  ];
  return hash('sha256', JSON.stringify(content), 'buffer');
}

/** jsonb does not keep the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort();
  return keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]);
}
