-- Lists of carriers that an organization watches, and the kinds of change that each list tells of.
create table watchlists (
  id uuid primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  name text not null,
  kinds text[] not null,
  -- After so many days without a sighting a carrier is silent.
  silence_days integer not null check (silence_days between 1 and 365),
  -- Who gets a digest of the events.
  emails text[] not null default '{}',
  -- When the next digest is sent. Null while there are no events for it.
  digest_due_at timestamptz,
  -- A silence that was complete before this time is not told.
  changed_at timestamptz not null default now(),
  position bigint generated always as identity,
  created_at timestamptz not null default now()
);
create index watchlists_by_organization on watchlists (organization_id, position);
create index watchlists_with_digest on watchlists (digest_due_at) where digest_due_at is not null;

-- The carriers that an organization watches, with the facts as they were compared last. A work queue (db/claim.ts): a row is
-- due when its carrier may have changed, and stays when it was compared.
create table watched_carriers (
  id bigint generated always as identity primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  usdot_number integer not null check (usdot_number > 0),
  -- By kind. A kind that is absent was never compared: its first facts are no change.
  facts jsonb not null default '{}',
  checked_on date,
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  interruptions smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz,
  delayed_since timestamptz,
  unique (organization_id, usdot_number)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index watched_carriers_waiting on watched_carriers (organization_id, due_at) where due_at is not null;
create index watched_carriers_dead on watched_carriers (died_at) where died_at is not null;
create index watched_carriers_delayed on watched_carriers (delayed_since) where delayed_since is not null;
create index watched_carriers_by_carrier on watched_carriers (usdot_number);
create index watched_carriers_by_check on watched_carriers (checked_on) where due_at is null and died_at is null;

create table watchlist_carriers (
  watchlist_id uuid not null references watchlists (id) on delete cascade,
  usdot_number integer not null,
  watched_id bigint not null references watched_carriers (id) on delete cascade,
  added_at timestamptz not null default now(),
  -- The last sighting before the silence that was told.
  silent_since date,
  primary key (watchlist_id, usdot_number)
);
create index watchlist_carriers_by_watched on watchlist_carriers (watched_id);

-- A carrier on no list is not watched any more. Whoever adds or removes carriers holds the lock of admit_watched.
create function forget_unwatched() returns trigger language plpgsql as $$
begin
  delete from watched_carriers w using (select distinct watched_id from gone) g
   where w.id = g.watched_id and not exists (select from watchlist_carriers c where c.watched_id = w.id);
  return null;
end $$;
create trigger forget_unwatched after delete on watchlist_carriers
  referencing old table as gone for each statement execute function forget_unwatched();

-- Like admit_rows, for watchlists and the carriers on them.
create function admit_watched(org integer, quota text, added integer) returns integer language plpgsql volatile as $$
declare
  present bigint;
begin
  perform pg_advisory_xact_lock(7061200, hashtext('watched ' || org));
  if quota = 'watchlists' then
    select count(*) into present from watchlists where organization_id = org;
  else
    select count(*) into present from watchlists l join watchlist_carriers c on c.watchlist_id = l.id
     where l.organization_id = org;
  end if;
  perform check_quota(org, quota, present + added);
  return org;
end $$;

create table watch_events (
  id uuid primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  usdot_number integer not null,
  kind text not null,
  -- The lists that tell of it.
  watchlist_ids uuid[] not null,
  -- Tells where or when cameras saw trucks.
  is_licensed boolean not null,
  before jsonb not null,
  after jsonb not null,
  found_at timestamptz not null default now(),
  position bigint generated always as identity
);
create index watch_events_by_organization on watch_events (organization_id, position);
create index watch_events_by_carrier on watch_events (organization_id, usdot_number, position);
create index watch_events_by_list on watch_events using gin (watchlist_ids);
create index watch_events_by_age on watch_events (found_at);

-- Events that wait for the digest of a list.
create table watch_digests (
  watchlist_id uuid not null references watchlists (id) on delete cascade,
  event_id uuid not null references watch_events (id) on delete cascade,
  primary key (watchlist_id, event_id)
);
create index watch_digests_by_event on watch_digests (event_id);

-- Watched carriers that an import, a score run or a sighting may have changed. Only inserted into, so that an import that takes
-- minutes locks no row that others wait for.
create table carrier_news (
  id bigint generated always as identity primary key,
  usdot_number integer not null,
  is_sighting boolean not null
);
