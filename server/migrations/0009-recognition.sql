-- From a picture to a sighting. Everything here stays on the coordinator where observations are distributed; it
-- knows for each sighting where its observation stands, so that none is ever looked for by its id alone.

-- Which sighting an image became; the sighting itself is the observation and is told from there.
alter table images drop column sighting;
alter table images add column sighting_id bigint;

-- One row a sighting. With usdot_number and time_captured it names the observation's key; the rest is what tells
-- whether another picture shows the same truck.
create table sightings (
  id bigint primary key,
  organization_id integer not null references organizations on delete cascade,
  source text not null,
  usdot_number bigint not null,
  -- Of its first and of its last picture.
  time_captured timestamptz not null,
  captured_until timestamptz not null,
  image_ids uuid[] not null,
  -- As read, never inferred; empty or 0 when not read.
  plate text not null,
  read_usdot_number bigint not null,
  vin text not null,
  cab_number text not null,
  trailer_number text not null,
  -- Better evidence could still tell more of it.
  is_open boolean not null,
  -- Of all that the observation holds: a second look that comes to the same writes nothing.
  fingerprint bytea not null
);
create index sightings_at_source on sightings (organization_id, source, time_captured);
create index sightings_open on sightings (time_captured, id) where is_open;

-- What a sighting bears (kind and value), and what it says of the vehicle that bears it: only what was read with
-- High, otherwise 0 and empty. By this table a plate, VIN, cab or trailer number leads to earlier sightings.
create table vehicle_evidence (
  -- plate: state and number; vin: 17 characters; cab: carrier and number; trailer: number.
  kind text not null check (kind in ('plate', 'vin', 'cab', 'trailer')),
  value text collate "C" not null,
  seen_at timestamptz not null,
  sighting_id bigint not null,
  usdot_number bigint not null,
  vin text not null,
  cab_number text not null,
  logo text not null,
  equipment_type text not null,
  primary key (kind, value, seen_at, sighting_id)
);
create index vehicle_evidence_of_sighting on vehicle_evidence (sighting_id);
create index vehicle_evidence_by_age on vehicle_evidence using brin (seen_at);

-- Sightings that better evidence may change. A work queue (db/claim.ts).
create table revisits (
  sighting_id bigint primary key,
  organization_id integer not null references organizations on delete cascade,
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index revisits_waiting on revisits (organization_id, due_at) where due_at is not null;
create index revisits_dead on revisits (died_at) where died_at is not null;

-- After an import the open sightings of the last 90 days are put into the queue, newest first and bit by bit:
-- how far that has come, and for which load.
create table revisit_progress (
  only_row boolean primary key default true check (only_row),
  load_id integer not null,
  -- Those before this place wait for their turn; null when all have had it.
  before_time timestamptz,
  before_id bigint
);
insert into revisit_progress select true, coalesce(max(id), 0), null, null from federal_loads;

-- Plates are typed by hand. An import gives these indexes to the tables it puts in place.
create function plain_plate(plate text) returns text language sql immutable parallel safe as $$
  select translate(upper(plate), ' -.', '')
$$;
create index inspection_units_by_plate on inspection_units
  (plain_plate(unit_license), unit_license_state, inspection_id) where unit_license is not null;
create index sms_inspections_by_plate on sms_inspections
  (plain_plate(unit_license), unit_license_state, unique_id) where unit_license is not null;
