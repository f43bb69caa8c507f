import { type Db, statement } from '../../db/database.ts';
import type { EntryRow } from './entry.ts';

const COLUMNS = `at, organization_id, actor_kind, actor_id, actor, address, action, is_read, object_kind, object_id,
  outcome, status, correlation_id, purpose`;

/**
 * One statement and one commit for a batch. The entry of a change replaces its pending row, so that it is written once
 * even if the row was closed in the meantime.
 */
const insert = statement(
  'audit.insert',
  `with input as materialized (
     select * from json_to_recordset($1::json) as r(
       place integer, pending_id uuid, at timestamptz, organization_id integer, actor_kind text, actor_id integer,
       actor text, address text, action text, is_read boolean, object_kind text, object_id text, outcome text, status smallint,
       correlation_id uuid, purpose text, salt text, purpose_hash text, subject_key text, subjects text, details jsonb,
       digest text)
   ), begun as (
     delete from audit_pending p using input i where p.id = i.pending_id returning p.id
   )
   insert into audit_entries (${COLUMNS}, purpose_salt, purpose_hash, subject_key, subjects, details, digest)
   select ${COLUMNS}, decode(salt, 'hex'), decode(purpose_hash, 'hex'), decode(subject_key, 'hex'),
          subjects::bigint[], details, decode(digest, 'hex')
     from input where pending_id is null or pending_id in (select id from begun)
    order by place`,
);

export type NewRow = EntryRow & { pending_id: string | null };

export function insertEntries(db: Db, rows: NewRow[]): Promise<number> {
  const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null;
  const input = rows.map(({ purpose_salt, purpose_hash, subject_key, subjects, digest, ...row }, place) => ({
    ...row,
    place,
    salt: hex(purpose_salt),
    purpose_hash: hex(purpose_hash),
    subject_key: hex(subject_key),
    subjects: `{${subjects.join(',')}}`,
    digest: hex(digest),
  }));
  return db.run(insert, [JSON.stringify(input)]);
}

const begin = statement('audit.begin', `insert into audit_pending (id, begun_at, entry) values ($1, $2, $3)`);

/** `row` is the entry without outcome and purpose. */
export async function insertPending(db: Db, id: string, row: EntryRow): Promise<void> {
  const { subject_key } = row;
  const entry = { ...row, subject_key: subject_key?.toString('hex') ?? null, digest: null };
  await db.run(begin, [id, row.at, JSON.stringify(entry)]);
}

const stale = statement(
  'audit.stale',
  `select id, entry from audit_pending where begun_at < $1 order by begun_at limit 100`,
);

type PendingRow = { id: string; entry: Record<string, unknown> };

export function findStale(db: Db, begunBefore: Date): Promise<PendingRow[]> {
  return db.rows<PendingRow>(stale, [begunBefore]);
}

export type ListedRow = EntryRow & { id: number };
export const ENTRY_COLUMNS = `id, ${COLUMNS}, purpose_salt, purpose_hash, subject_key, subjects, details, digest`;
