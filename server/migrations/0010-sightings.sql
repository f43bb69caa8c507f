-- From an image to a sighting. Sightings and their two queues have the bucket of the camera in their keys, like images, so that
-- what one image touches can be on one node. They have no foreign keys, which tables of a cluster cannot have to tables of one node.
-- They have the key of each sighting's observation, so that no observation is looked up by its id alone.

-- One row per sighting. With usdot_number and time_captured it has the key of the observation. The other columns show whether
-- another image shows the same truck.
create table sightings (
  id bigint not null,
  usdot_number bigint not null,
  -- Of its first and its last image.
  time_captured timestamptz not null,
  captured_until timestamptz not null,
  organization_id integer not null,
  bucket smallint not null,
  -- Better evidence could still add or change something.
  is_open boolean not null,
  source text not null,
  image_ids uuid[] not null,
  -- As read, never inferred; empty if not read.
  alpr_plate_number text not null,
  -- What its images can share with others of the same truck (domain/recognition/sighting/image-marks.ts), one in each line.
  keys text not null,
  -- Of the whole observation: a second decision with the same result writes nothing.
  fingerprint bytea not null,
  -- As packExplanation in domain/recognition/sighting/packed-explanation.ts. Null in sightings of the demo, which no image shows.
  explanation json,
  primary key (id, bucket)
);
create index sightings_at_source on sightings (organization_id, source, time_captured);
-- A plate has few sightings, so the organization is not in the index.
create index sightings_by_plate on sightings (alpr_plate_number, time_captured) where alpr_plate_number <> '';
create index sightings_by_usdot on sightings (organization_id, usdot_number, time_captured) where usdot_number <> 0;
create index sightings_open on sightings (time_captured) where is_open;

-- Sightings whose observation is not written, and that the alerts have not been matched with, in their current form: written in the
-- transaction that writes or changes the sighting, deleted in the one that writes its observation, counts and matches. A work
-- queue (db/claim.ts).
create table unmatched_sightings (
  id bigint not null,
  bucket smallint not null,
  -- As queuedForm in domain/observations/unmatched.ts. Null when the sighting no longer exists.
  sighting json,
  -- The keys under which the observation of the sighting may stand now, as [{"usdot_number", "time_captured"}]; null if it has none.
  former jsonb,
  -- The matches are written, and the observation could not be.
  is_matched boolean not null default false,
  -- The organization that sent the image: many images of one partner do not delay the others.
  organization_id integer not null,
  -- Whether a match notifies is decided when its sighting is matched (domain/alerts/match/silence.ts), from the receipt of the
  -- newest image of the sighting, null when it no longer exists, and from whether it was decided again without a new image.
  received_at timestamptz,
  is_decided_again boolean not null default false,
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  interruptions smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz,
  -- Since when every attempt has failed for a reason outside the row, as in image_queue.
  delayed_since timestamptz,
  traceparent text,
  primary key (id, bucket)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
create index unmatched_sightings_waiting on unmatched_sightings (organization_id, due_at) where due_at is not null;
create index unmatched_sightings_dead on unmatched_sightings (died_at) where died_at is not null;
create index unmatched_sightings_delayed on unmatched_sightings (delayed_since) where delayed_since is not null;

-- The identifiers of a sighting (kind and value), and what it says about the vehicle that has them: only what was read with
-- High confidence, otherwise 0 and empty. It leads from a plate, VIN, cab or trailer number to earlier sightings.
create table vehicle_evidence (
  seen_at timestamptz not null,
  sighting_id bigint not null,
  usdot_number bigint not null,
  -- Whose evidence it is.
  organization_id integer not null,
  -- Which facts a person typed, one bit for each; -1 if the identifier was typed. They count in this organization only.
  typed smallint not null,
  -- 1 plate: state and number. 2 VIN: 17 characters. 3 cab: carrier and number. 4 trailer: number.
  kind smallint not null,
  value text collate "C" not null,
  -- The state in which it was seen.
  region text not null,
  vin text not null,
  cab_number text not null,
  equipment_logo text not null,
  equipment_type text not null
);
create index vehicle_evidence_by_value on vehicle_evidence (value, seen_at);
create index vehicle_evidence_of_sighting on vehicle_evidence (sighting_id);
create index vehicle_evidence_by_age on vehicle_evidence using brin (seen_at);

-- Sightings that better evidence may change. A work queue (db/claim.ts).
create table revisits (
  sighting_id bigint not null,
  bucket smallint not null,
  organization_id integer not null,
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  interruptions smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz,
  -- Since when every attempt has failed for a reason outside the row, as in image_queue.
  delayed_since timestamptz,
  primary key (sighting_id, bucket)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
create index revisits_waiting on revisits (organization_id, due_at) where due_at is not null;
create index revisits_dead on revisits (died_at) where died_at is not null;
create index revisits_delayed on revisits (delayed_since) where delayed_since is not null;

-- Instead of foreign keys.
create function delete_sightings_of_organizations() returns trigger language plpgsql as $$
declare ids integer[] := array(select id from gone);
begin
  delete from sightings where organization_id = any (ids);
  delete from unmatched_sightings where organization_id = any (ids);
  delete from revisits where organization_id = any (ids);
  delete from image_labels where organization_id = any (ids);
  return null;
end $$;
create trigger delete_sightings_of_organizations after delete on organizations
  referencing old table as gone for each statement execute function delete_sightings_of_organizations();

-- After an import, the open sightings of the last 90 days are queued in steps, newest first. This row has the load and the
-- position.
create table revisit_progress (
  only_row boolean primary key default true check (only_row),
  load_id integer not null,
  -- Sightings before this position are not queued yet; null when all are.
  before_time timestamptz,
  before_id bigint
);
insert into revisit_progress values (true, 0, null, null);
