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
  -- The time stamp of a third party on the file, and when the next attempt to get it is due. Null both: there is none.
  time_stamp text,
  time_stamped_at timestamptz,
  time_stamp_due_at timestamptz,
  time_stamp_attempts smallint not null default 0,
  position bigint generated always as identity,
  created_at timestamptz not null,
  -- Kept when the user is deleted.
  created_by integer
);
create index vetting_checks_to_stamp on vetting_checks (time_stamp_due_at) where time_stamp_due_at is not null;
create index vetting_checks_by_organization on vetting_checks (organization_id, position);
create index vetting_checks_by_carrier on vetting_checks (organization_id, usdot_number, position);
create index vetting_checks_by_reference on vetting_checks (organization_id, reference, position)
  where reference is not null;

-- Links with which a carrier sees what an organization holds about it. The secret of a link is not stored, only its hash.
create table carrier_links (
  id uuid primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  usdot_number integer not null check (usdot_number > 0),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  -- Kept when the user is deleted.
  created_by integer,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened_at timestamptz,
  position bigint generated always as identity
);
create index carrier_links_by_organization on carrier_links (organization_id, position);

-- Objections of carriers to what an organization holds about them.
create table carrier_objections (
  id uuid primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  link_id uuid not null references carrier_links (id) on delete cascade,
  usdot_number integer not null,
  -- What it is about: a rule, and of the rule of signals one signal. Null: everything that is held.
  rule text,
  signal text check (signal is null or rule is not null),
  -- What the rule said when the carrier objected.
  result text check (result in ('REVIEW', 'FAIL', 'INCOMPLETE')),
  finding text,
  message text not null,
  contact text not null,
  file_name text,
  file_type text,
  file bytea,
  state text not null default 'open' check (state in ('open', 'accepted', 'rejected')),
  -- Of the decision, which can be changed.
  reason text,
  decided_at timestamptz,
  decided_by integer,
  -- The last day on which an accepted objection clears what it is about.
  clears_until date,
  -- The check that was made with the decision.
  check_id uuid,
  created_at timestamptz not null,
  position bigint generated always as identity,
  check (state = 'open' or decided_at is not null)
);
create index carrier_objections_by_organization on carrier_objections (organization_id, position);
create index carrier_objections_by_carrier on carrier_objections (organization_id, usdot_number, position);
create index carrier_objections_by_link on carrier_objections (link_id);
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
