-- The id is derived from organization, source, time and image, so that the same ingest twice is the same row. The format has
-- no CHECK constraint, because PostgreSQL parses each constraint again for every INSERT and UPDATE.
create table images (
  id uuid primary key,
  organization_id integer not null references organizations on delete cascade,
  received_at timestamptz not null default now(),
  source text not null,
  time_captured timestamptz not null,
  sha256 bytea not null check (length(sha256) = 32),
  byte_size integer not null,
  format text not null,
  width integer not null,
  height integer not null,
  -- As the partner sent them: pixels, or fractions of the image if no value is above 1.
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
  -- Set when the retention of the organization's images has expired. The readings stay.
  image_deleted_at timestamptz,
  recognized_at timestamptz,
  readings jsonb,
  sighting_id bigint
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
create index images_by_age on images (organization_id, received_at) where image_deleted_at is null;
create index images_by_hash on images using hash (sha256) where image_deleted_at is null;
create index images_by_sighting on images (sighting_id) where sighting_id is not null;

-- Images that wait for recognition, and those that failed. A work queue (db/claim.ts): the row is deleted when the image was
-- read, so that the row in images is written once and changed once. Vacuum keeps the pages of all queues: a queue is almost
-- empty after a vacuum, and with few pages PostgreSQL would plan to scan the whole table, and keep that plan.
create table image_queue (
  image_id uuid primary key,
  organization_id integer not null,
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  -- Claims that ended because the worker was killed. They do not count as attempts.
  interruptions smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz,
  -- The request that submitted the image.
  correlation_id uuid,
  -- W3C trace context of the request. Null while tracing is off.
  traceparent text
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
create index image_queue_waiting on image_queue (organization_id, due_at) where due_at is not null;
create index image_queue_dead on image_queue (died_at) where died_at is not null;

-- Instead of a foreign key, which would lock the image's row for every queued image.
create function delete_from_image_queue() returns trigger language plpgsql as $$
begin
  delete from image_queue q using gone g where q.image_id = g.id;
  return null;
end $$;
create trigger delete_from_image_queue after delete on images
  referencing old table as gone for each statement execute function delete_from_image_queue();

-- Blobs to delete. A blob is marked first, deleted later, and its mark is kept for a while. A transaction that stores the same
-- image meanwhile locks the mark, so that neither side misses the other.
create table blob_deletions (
  sha256 bytea primary key,
  marked_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index blob_deletions_by_age on blob_deletions (marked_at);

-- Images of each camera by hour and by day in UTC, counted by a worker (`domain/images/cameras`).
create table camera_hours (
  hour timestamptz not null,
  organization_id integer not null references organizations on delete cascade,
  source text not null,
  images integer not null,
  -- Recognized images, and images that failed permanently. The others wait.
  read integer not null,
  failed integer not null,
  last_image_at timestamptz not null,
  last_image_id uuid not null,
  primary key (hour, organization_id, source)
);
create table camera_days (
  organization_id integer not null references organizations on delete cascade,
  day date not null,
  source text not null,
  images integer not null,
  read integer not null,
  failed integer not null,
  last_image_at timestamptz not null,
  last_image_id uuid not null,
  primary key (organization_id, day, source)
);
-- When each hour was last counted, and how many of its images were still waiting.
create table camera_counts (
  hour timestamptz primary key,
  counted_at timestamptz not null default '-infinity',
  waiting integer not null default 0
);

-- What a person says a field of an image should be. Applied whenever the sighting is decided. There is no foreign key to
-- images: erasure and retention delete labels together with what was read.
create table image_labels (
  image_id uuid not null,
  field text not null,
  organization_id integer not null references organizations on delete cascade,
  -- Empty when the field is not present in the image.
  value text not null,
  plate_state text not null default '',
  -- What was read when the label was stored, and how confidently.
  read_value text not null,
  read_score text not null,
  user_id integer references users on delete set null,
  corrected_at timestamptz not null default now(),
  primary key (image_id, field)
);
create index image_labels_by_age on image_labels (organization_id, corrected_at, image_id);
