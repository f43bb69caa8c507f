-- Sightings that the alerts have not seen yet, in their present form: written in the transaction that writes or
-- changes the sighting, taken away in the one that writes its matches. A work queue (db/claim.ts).
create table unmatched_sightings (
  id bigint primary key,
  usdot_number bigint not null,
  time_captured timestamptz not null,
  -- Whose picture it was: one partner's flood delays no other.
  organization_id integer not null references organizations on delete cascade,
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index unmatched_sightings_waiting on unmatched_sightings (organization_id, due_at) where due_at is not null;
create index unmatched_sightings_dead on unmatched_sightings (died_at) where died_at is not null;

-- Wordmarks on trailers, in lower case: what an alert may name and what recognition looks for.
create table logos (
  name text primary key check (name <> '' and name = lower(name)),
  added_at timestamptz not null default now()
);
