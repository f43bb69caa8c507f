-- Counts of images by partition, camera and hour, and the deletion of images and their files.

-- What each organization has stored in a partition: its bytes, so that the quota can be corrected when a day is dropped without
-- reading its rows, and when it was received, so that a list by the time of receipt opens only the partitions that it needs.
-- An image may have been received later than the first time and earlier than the last time, never outside of them.
create table image_days (
  class smallint not null,
  day integer not null,
  organization_id integer not null references organizations on delete cascade,
  bytes bigint not null,
  first_received_at timestamptz not null,
  last_received_at timestamptz not null,
  primary key (organization_id, class, day)
);
create index image_days_by_day on image_days (class, day);

-- For code that inserts images directly. In two steps, because a cluster does not run them as one.
create function count_image_days(organizations integer[]) returns void language plpgsql as $$
declare counted record;
begin
  for counted in
    select image_class(id) as class, image_table_day(id) as day, organization_id,
      coalesce(sum(byte_size) filter (where image_deleted_at is null), 0) as bytes,
      min(received_at) as first_received_at, max(received_at) as last_received_at
      from images where organization_id = any (organizations) group by 1, 2, 3
  loop
    insert into image_days (class, day, organization_id, bytes, first_received_at, last_received_at)
    values (counted.class, counted.day, counted.organization_id, counted.bytes, counted.first_received_at, counted.last_received_at)
    on conflict (organization_id, class, day) do update set bytes = excluded.bytes,
      first_received_at = excluded.first_received_at, last_received_at = excluded.last_received_at;
  end loop;
end $$;

-- Blobs to delete. A blob is marked first, deleted later, and its mark is kept for a while. A transaction that stores the same
-- image meanwhile locks the mark, so that neither side misses the other.
create table blob_deletions (
  sha256 bytea not null,
  -- Of its folder; 0 and 0 for a file in none.
  class smallint not null,
  day integer not null,
  marked_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (sha256, class, day)
);
create index blob_deletions_by_age on blob_deletions (marked_at);

-- Days whose rows were dropped and whose files are to be deleted; kept for a while afterward. As in blob_deletions, a transaction
-- that stores an image of such a day locks its row.
create table dropped_image_days (
  class smallint not null,
  day integer not null,
  dropped_at timestamptz not null default now(),
  -- When files of the day were deleted last.
  deleted_at timestamptz,
  -- All files are deleted, or an image of the day has arrived since then.
  is_settled boolean not null default false,
  primary key (class, day)
);

-- Images of each camera by hour and by day in UTC, counted by a worker (`domain/images/cameras`).
create table camera_hours (
  hour timestamptz not null,
  organization_id integer not null references organizations on delete cascade,
  source text not null,
  images integer not null,
  -- Recognized images, and images that failed permanently. The others wait.
  read integer not null,
  failed integer not null,
  -- Images with a result, those of them that identify a truck, and how many have each result (contract/read-results.ts).
  judged integer not null,
  identified integer not null,
  results jsonb not null,
  last_image_at timestamptz not null,
  last_image_id uuid not null,
  -- Images with different bytes: a frozen camera sends the same picture again.
  distinct_images integer not null,
  -- The median of the seconds from the capture to the receipt. Negative: its clock is ahead.
  lag_seconds integer not null,
  -- Images whose brightness was measured, and the medians of both in thousandths.
  measured integer not null default 0,
  brightness smallint,
  sharpness smallint,
  -- Where the last image was taken.
  latitude double precision not null,
  longitude double precision not null,
  primary key (hour, organization_id, source)
);
create index camera_hours_by_camera on camera_hours (organization_id, source, hour);
create table camera_days (
  organization_id integer not null references organizations on delete cascade,
  day date not null,
  source text not null,
  images integer not null,
  read integer not null,
  failed integer not null,
  judged integer not null,
  identified integer not null,
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
