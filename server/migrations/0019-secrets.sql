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
