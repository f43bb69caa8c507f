-- Who did what. Plates and VINs are stored as keyed hashes only. No foreign keys: the log outlives what it names.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null for actions that belong to no organization.
  organization_id integer,
  actor_kind text not null check (actor_kind in ('user', 'key', 'cli', 'link', 'system')),
  actor_id integer,
  actor text not null,
  address text not null,
  action text not null,
  -- It only showed something. Most entries do; the log is usually read without them.
  is_read boolean not null,
  object_kind text not null,
  object_id text not null,
  outcome text not null check (outcome in ('success', 'denied', 'failed', 'unknown')),
  status smallint,
  correlation_id uuid,
  -- The text may be erased later: the digest of the entry covers only the salted hash of the text.
  purpose text,
  purpose_salt bytea,
  purpose_hash bytea,
  -- The first 64 bits of the HMAC of each plate and VIN, and the fingerprint of its key.
  subject_key bytea,
  subjects bigint[] not null,
  details jsonb not null,
  digest bytea not null check (length(digest) = 32)
);
create index audit_entries_by_organization on audit_entries (organization_id, id);
create index audit_changes_by_organization on audit_entries (organization_id, id) where not is_read;
create index audit_changes on audit_entries (id) where not is_read;
create index audit_entries_by_time on audit_entries using brin (at) with (autosummarize = on);

-- Changes that have begun. A row becomes an entry with the outcome of its request, or with the outcome "unknown" when its
-- process was killed.
create table audit_pending (
  id uuid primary key,
  begun_at timestamptz not null,
  entry jsonb not null
);

-- Each seal covers the entries after the previous seal, in the order of their ids.
create table audit_seals (
  seq bigint primary key,
  sealed_at timestamptz not null,
  last_id bigint not null,
  entries integer not null,
  entries_hash bytea not null,
  -- Over the previous seal's hash and all columns above.
  hash bytea not null,
  -- HMAC of the hash, and the fingerprint of its key.
  mac_key bytea not null,
  mac bytea not null,
  -- Set when the entries were deleted because their retention was over.
  expired_at timestamptz
);

-- The newest seal that was written, outside of the log: a log that was emptied or cut off ends before it.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  hash bytea not null
);

-- The sealer waits for this lock: then all ids up to the highest are visible or will never exist. 7061130 is
-- LOCKS.auditEntries.
create function enter_audit_entries() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7061130);
  return null;
end $$;
create trigger enter_audit_entries before insert on audit_entries
  for each statement execute function enter_audit_entries();

-- Entries and seals are only ever added. Two paths name themselves in a setting of their transaction: retention, which
-- deletes entries and marks their seals, and redaction, which removes the text of a purpose.
create function guard_audit() returns trigger language plpgsql as $$
declare
  path text := coalesce(current_setting('milepost.audit_path', true), '');
begin
  if tg_op = 'DELETE' and tg_table_name = 'audit_entries' and path = 'retention' then
    return old;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_seals' and path = 'retention'
      and to_jsonb(new) - 'expired_at' = to_jsonb(old) - 'expired_at' then
    return new;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entries' and path = 'redaction' then
    if new.purpose is null and new.purpose_salt is null
        and to_jsonb(new) - '{purpose,purpose_salt}'::text[] = to_jsonb(old) - '{purpose,purpose_salt}'::text[] then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger guard_audit before update or delete on audit_entries for each row execute function guard_audit();
create trigger guard_audit_truncate before truncate on audit_entries for each statement execute function guard_audit();
create trigger guard_audit before update or delete on audit_seals for each row execute function guard_audit();
create trigger guard_audit_truncate before truncate on audit_seals for each statement execute function guard_audit();
