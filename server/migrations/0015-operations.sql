-- The id distinguishes installations and salts the fingerprints below.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);
insert into installation default values;

-- The secrets that the processes of this database use, by fingerprint (domain/secrets/fingerprint.ts).
create table secret_keys (
  name text not null check (name in ('SECRET_KEY', 'LINK_SECRET')),
  fingerprint bytea not null check (length(fingerprint) = 32),
  current_since timestamptz not null default now(),
  -- Null for the key that encrypts and signs.
  replaced_at timestamptz,
  -- No stored value needs this key any more.
  retired_at timestamptz check (retired_at is null or replaced_at is not null),
  primary key (name, fingerprint)
);
create unique index secret_keys_current on secret_keys (name) where replaced_at is null;

-- The limit of each quota for organizations without a limit of their own. `domain/quotas/sync-defaults.ts` writes it.
create table quota_defaults (
  name text primary key,
  value bigint not null check (value >= 0)
);

create table organization_quotas (
  organization_id integer not null references organizations on delete cascade,
  name text not null,
  value bigint not null check (value >= 0),
  changed_at timestamptz not null default now(),
  primary key (organization_id, name)
);

-- What was used in the current period. The row's lock makes the limit exact across processes.
create table quota_usage (
  organization_id integer not null references organizations on delete cascade,
  name text not null,
  -- -infinity for a quota without a period.
  period_start timestamptz not null,
  used bigint not null,
  -- The amount of the last statement, for statements that are granted a part of what they requested.
  granted bigint not null default 0,
  primary key (organization_id, name)
) with (fillfactor = 50);

create function quota_limit(org integer, quota text) returns bigint language sql stable as $$
  select coalesce(
    (select q.value from organization_quotas q where q.organization_id = org and q.name = quota),
    (select d.value from quota_defaults d where d.name = quota))
$$;

-- Returns `used`, or fails with the SQLSTATE that `domain/quotas/quota-error.ts` turns into status 429.
create function check_quota(org integer, quota text, used bigint) returns bigint language plpgsql as $$
declare
  most bigint := quota_limit(org, quota);
begin
  if used > most then
    raise exception using errcode = 'MPQ01',
      message = format('Organization %s has reached its quota %s: %s.', org, quota, most),
      detail = json_build_object('quota', quota, 'limit', most)::text;
  end if;
  return used;
end $$;

-- For quotas on the number of rows. Each query of a volatile function sees what was committed before it started, so the
-- count after the lock includes the rows of all transactions that held the lock before. Returns the organization.
create function admit_row(org integer, quota text) returns integer language plpgsql volatile as $$
declare
  present bigint;
begin
  perform pg_advisory_xact_lock(7061200, hashtext(quota || ' ' || org));
  case quota
    when 'alerts' then select count(*) into present from alerts where organization_id = org;
    when 'webhooks' then select count(*) into present from webhooks where organization_id = org;
    when 'users' then
      select count(*) into present from users where organization_id = org and disabled_at is null;
    when 'api_keys' then
      select count(*) into present from api_keys where organization_id = org and revoked_at is null;
  end case;
  perform check_quota(org, quota, present + 1);
  return org;
end $$;

-- Like admit_row('alerts'), for a statement that adds several.
create function admit_alerts(org integer, added integer) returns integer language plpgsql volatile as $$
declare
  present bigint;
begin
  perform pg_advisory_xact_lock(7061200, hashtext('alerts ' || org));
  select count(*) into present from alerts where organization_id = org;
  perform check_quota(org, 'alerts', present + added);
  return org;
end $$;

-- Users and keys are created in several ways, so a trigger checks them.
create function admit_new_row() returns trigger language plpgsql as $$
begin
  perform admit_row(new.organization_id, tg_table_name::text);
  return new;
end $$;
create trigger admit_new_row before insert on users for each row execute function admit_new_row();
create trigger admit_new_row before insert on api_keys for each row execute function admit_new_row();

-- Requests with an Idempotency-Key. The response is null while the request runs: another request with the key waits for it,
-- or runs itself once the lease of a killed process has ended.
create table idempotency_keys (
  organization_id integer not null references organizations on delete cascade,
  key_hash bytea not null check (length(key_hash) = 32),
  -- Hash of the route, the path and the body.
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null default now(),
  lease_id uuid not null,
  leased_until timestamptz not null,
  response jsonb,
  primary key (organization_id, key_hash)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Attempts at the items of each queue, by minute. Workers add their counts every few seconds.
create table queue_counts (
  minute timestamptz not null,
  queue text not null,
  outcome text not null,
  items bigint not null,
  primary key (minute, queue, outcome)
);

-- Imports, backups and their verification that operators start from the console. A worker runs a job in a process of its own,
-- under a lease that it keeps; a job whose lease ended has failed.
create table operator_jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('import', 'backup', 'verify')),
  -- Of an import; empty: those of IMPORT_DATASETS.
  datasets text[] not null default '{}',
  replaces_demo boolean not null default false,
  requested_at timestamptz not null,
  started_at timestamptz,
  lease_id uuid,
  leased_until timestamptz,
  -- The last lines that the command printed.
  output text not null default '',
  finished_at timestamptz,
  has_succeeded boolean
);
create unique index operator_jobs_unfinished on operator_jobs (kind) where finished_at is null;
