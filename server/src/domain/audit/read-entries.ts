import type { AuditEntry } from '../../contract/admin/audit-entry.ts';
import { type Db, statement } from '../../db/database.ts';
import type { AuditKeys, Subject } from './audit-keys.ts';
import { auditSentence } from './audit-sentence.ts';
import { ENTRY_COLUMNS, type ListedRow } from './entry-store.ts';
import { findObjectNames } from './object-names.ts';

type AuditFilter = {
  /** Null: all organizations. */
  organizationId: number | null;
  /** An email address, or the name of a command's user. */
  actor?: string | undefined;
  /** An action, or a prefix that ends with a dot: `alert.` */
  action?: string | undefined;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  subject?: Subject | undefined;
};

/** `withReads`: also requests that only showed something. */
type Page = { before: number | null; limit: number; withReads: boolean };

const CONDITIONS = `($1::int is null or organization_id = $1)
  and ($2::text is null or lower(actor) = lower($2))
  and ($3::text is null or action = $3 or (right($3, 1) = '.' and starts_with(action, $3)))
  and ($4::text is null or object_kind = $4) and ($5::text is null or object_id = $5)
  and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)
  and ($8::bytea[] is null or exists (
    select from unnest($8::bytea[], $9::bigint[]) as s(key, subject)
     where s.key = subject_key and s.subject = any(subjects)))`;

const pageWhere = (condition: string) =>
  `select ${ENTRY_COLUMNS} from audit_entries where ${CONDITIONS} and id < $10${condition} order by id desc limit $11`;
const newestFirst = statement('audit.page', pageWhere(''));
/** The condition is not a parameter, so that PostgreSQL uses the index of the changes. */
const newestChanges = statement('audit.page-changes', pageWhere(' and not is_read'));
const oldestFirst = statement(
  'audit.export',
  `select ${ENTRY_COLUMNS} from audit_entries where ${CONDITIONS} and id > $10 order by id limit $11`,
);

function valuesOf(keys: AuditKeys | null, filter: AuditFilter): unknown[] {
  const { subject } = filter;
  const hashes = subject && keys ? keys.subjectUnderAll(subject.kind, subject.value) : null;
  return [
    filter.organizationId,
    filter.actor ?? null,
    filter.action ?? null,
    filter.objectKind ?? null,
    filter.objectId ?? null,
    filter.from ?? null,
    filter.to ?? null,
    hashes?.map(({ key }) => key) ?? null,
    hashes?.map((hash) => hash.subject) ?? null,
  ];
}

/** Newest first, before the id of the previous page's last entry. */
export function pageEntries(
  db: Db,
  keys: AuditKeys,
  filter: AuditFilter,
  { before, limit, withReads }: Page,
): Promise<ListedRow[]> {
  return db.rows<ListedRow>(withReads ? newestFirst : newestChanges, [
    ...valuesOf(keys, filter),
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
  ]);
}

const EXPORTED_AT_ONCE = 1_000;

/** Every entry that matches, oldest first. */
export async function* allEntries(db: Db, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  for (let after = 0; ; ) {
    const rows = await db.rows<ListedRow>(oldestFirst, [...valuesOf(null, filter), after, EXPORTED_AT_ONCE]);
    yield* await showEntries(db, rows);
    if (rows.length < EXPORTED_AT_ONCE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Entries as the API and the export show them. */
export async function showEntries(db: Db, rows: ListedRow[]): Promise<AuditEntry[]> {
  const nameOf = await findObjectNames(db, rows);
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    sentence: auditSentence(row, nameOf(row)),
    organization_id: row.organization_id,
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    actor: row.actor,
    address: row.address,
    action: row.action,
    is_read: row.is_read,
    object_kind: row.object_kind,
    object_id: row.object_id,
    outcome: row.outcome,
    status: row.status,
    correlation_id: row.correlation_id,
    purpose: row.purpose,
    vehicles: row.subjects.length,
    details: row.details,
  }));
}
