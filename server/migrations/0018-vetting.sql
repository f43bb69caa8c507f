-- The keys that sign vetting files. One of them signs; the others are kept because what they signed stays valid.
create table signing_keys (
  id text primary key,
  public_key bytea not null check (length(public_key) = 32),
  -- Sealed with SECRET_KEY. Deleted when the key is replaced.
  private_key bytea,
  valid_from timestamptz not null default now(),
  valid_until timestamptz
);
create unique index signing_keys_current on signing_keys ((true)) where valid_until is null;

-- What an organization changed about its vetting rules. A rule without a row is as in the code (domain/vetting/rules).
create table vetting_rules (
  organization_id integer not null references organizations (id) on delete cascade,
  rule text not null,
  is_enabled boolean not null,
  params jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (organization_id, rule)
);

-- Carriers that an organization allows or blocks.
create table vetting_list (
  organization_id integer not null references organizations (id) on delete cascade,
  usdot_number integer not null check (usdot_number > 0),
  list text not null check (list in ('allow', 'block')),
  note text not null default '',
  added_at timestamptz not null default now(),
  primary key (organization_id, usdot_number)
);

-- Checks that were kept. file is the signed file, compressed: it never changes.
create table vetting_checks (
  id uuid primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  usdot_number integer not null,
  day date not null,
  legal_name text not null,
  result text not null check (result in ('PASS', 'REVIEW', 'FAIL', 'INCOMPLETE')),
  reference text,
  note text,
  classes text[] not null default '{}',
  rules_version text not null,
  results jsonb not null,
  file bytea not null,
  position bigint generated always as identity,
  created_at timestamptz not null,
  -- Kept when the user is deleted.
  created_by integer
);
create index vetting_checks_by_organization on vetting_checks (organization_id, position);
create index vetting_checks_by_carrier on vetting_checks (organization_id, usdot_number, position);
create index vetting_checks_by_reference on vetting_checks (organization_id, reference, position)
  where reference is not null;

-- What the people of an organization decided and noted about a carrier. The newest row with a decision is in force.
create table carrier_decisions (
  id uuid primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  usdot_number integer not null check (usdot_number > 0),
  decision text check (decision in ('clear', 'look_closer', 'do_not_use')),
  note text not null default '',
  position bigint generated always as identity,
  created_at timestamptz not null,
  -- Kept when the user is deleted.
  created_by integer not null,
  check (decision is not null or note <> '')
);
create index carrier_decisions_by_carrier on carrier_decisions (organization_id, usdot_number, position);
