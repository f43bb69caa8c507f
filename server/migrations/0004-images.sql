alter table organizations
  add column image_retention_days integer not null default 365 check (image_retention_days between 1 and 36500);

-- The id is made from organization, source, time and picture: the same ingest twice is the same row.
create table images (
  id uuid primary key,
  organization_id integer not null references organizations on delete cascade,
  received_at timestamptz not null default now(),
  source text not null,
  time_captured timestamptz not null,
  sha256 bytea not null check (length(sha256) = 32),
  byte_size integer not null,
  format text not null check (format in ('jpeg', 'png', 'webp')),
  width integer not null,
  height integer not null,
  -- In the partner's own measure: pixels, or parts of the picture when no value is above 1.
  box_xmin double precision not null,
  box_ymin double precision not null,
  box_xmax double precision not null,
  box_ymax double precision not null,
  latitude double precision not null,
  longitude double precision not null,
  city text not null,
  state text not null,
  route text not null,
  traffic_direction text not null,
  alpr_confidence double precision not null,
  alpr_state text not null,
  plate_number text,
  -- The picture is deleted when its organization's retention is over; what was read stays.
  picture_deleted_at timestamptz,
  recognized_at timestamptz,
  readings jsonb,
  sighting jsonb,
  -- The columns of a work queue (db/claim.ts): an image waits for recognition from its first moment.
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index images_waiting on images (organization_id, due_at) where due_at is not null;
create index images_dead on images (died_at) where died_at is not null;
create index images_by_age on images (organization_id, received_at) where picture_deleted_at is null;
create index images_by_picture on images using hash (sha256) where picture_deleted_at is null;

-- Pictures on their way out. Marked first, deleted later, remembered for a while: whoever stores the same picture
-- in between takes the mark's lock with the insert, so neither side can miss the other.
create table blob_deletions (
  sha256 bytea primary key,
  marked_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index blob_deletions_by_age on blob_deletions (marked_at);
