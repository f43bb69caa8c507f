-- The id of an image carries its retention class, the day of its capture and the bucket of its camera, as in
-- domain/images/image-id.ts. It follows from organization, source, time and bytes, so that the same ingest twice is the same row.
-- `images` is partitioned by it, so that a statement by id reads one partition and the images of a class and day can be dropped at
-- once.

create function image_bucket(id uuid) returns smallint language sql immutable parallel safe as $$
  select (('x' || left(id::text, 8))::bit(32)::bigint & 1023)::smallint
$$;
create function image_day(at timestamptz) returns integer language sql immutable parallel safe as $$
  select least(greatest(floor((extract(epoch from at) - 946684800) / 86400), 0), 65535)::integer
$$;
-- No id of the class is lower on this day or later.
create function lowest_image_id(class integer, day integer) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex((class::bigint << 26) | (day::bigint << 10)), 8, '0') || '-0000-0000-0000-000000000000')::uuid
$$;
create function image_class(id uuid) returns integer language sql immutable parallel safe as $$
  select (('x' || left(id::text, 8))::bit(32)::bigint >> 26)::integer
$$;
-- The day in the id. Files of class 0 are in no folder of a day: their day is 0.
create function image_folder_day(id uuid) returns integer language sql immutable parallel safe as $$
  select case when left(id::text, 8) < '04000000' then 0
    else ((('x' || left(id::text, 8))::bit(32)::bigint >> 10) & 65535)::integer end
$$;
-- The first id that is not in the folder.
create function image_folder_end(class integer, day integer) returns uuid language sql immutable parallel safe as $$
  select case when class = 0 then lowest_image_id(1, 0) else lowest_image_id(class, day + 1) end
$$;

-- The first day of the partition that the image belongs to: those of class 0 have a month, the others a day.
create function image_table_day(id uuid) returns integer language sql immutable parallel safe as $$
  select case when left(id::text, 8) < '04000000'
    then d.day - (extract(day from date '2000-01-01' + d.day)::integer - 1) else d.day end
    from (select ((('x' || left(id::text, 8))::bit(32)::bigint >> 10) & 65535)::integer as day) d
$$;
-- Its name.
create function image_table(class integer, day integer) returns text language sql stable parallel safe as $$
  select 'images_' || lpad(class::text, 2, '0') || '_' || to_char((date '2000-01-01' + day)::timestamp, 'YYYY_MM_DD')
$$;

-- How much two boxes of one frame overlap: intersection over union. A box whose values are all at most 1 has fractions of the
-- image, another one pixels.
create function detection_overlap(
  a_xmin double precision, a_ymin double precision, a_xmax double precision, a_ymax double precision,
  b_xmin double precision, b_ymin double precision, b_xmax double precision, b_ymax double precision,
  width integer, height integer
) returns double precision language sql immutable as $$
  with unit as (
    select case when greatest(a_xmin, a_ymin, a_xmax, a_ymax) <= 1 then width else 1 end as ax,
           case when greatest(a_xmin, a_ymin, a_xmax, a_ymax) <= 1 then height else 1 end as ay,
           case when greatest(b_xmin, b_ymin, b_xmax, b_ymax) <= 1 then width else 1 end as bx,
           case when greatest(b_xmin, b_ymin, b_xmax, b_ymax) <= 1 then height else 1 end as by
  ),
  area as (
    select greatest(0, least(a_xmax * ax, b_xmax * bx) - greatest(a_xmin * ax, b_xmin * bx))
             * greatest(0, least(a_ymax * ay, b_ymax * by) - greatest(a_ymin * ay, b_ymin * by)) as both,
           (a_xmax - a_xmin) * ax * (a_ymax - a_ymin) * ay as a,
           (b_xmax - b_xmin) * bx * (b_ymax - b_ymin) * by as b
      from unit
  )
  select coalesce("both" / nullif(a + b - "both", 0), 0) from area
$$;

-- The format has no CHECK constraint, because PostgreSQL parses each constraint again for every INSERT and UPDATE. There is no
-- foreign key to organizations: creating and dropping partitions would lock that table. Here and in the tables of sightings, columns
-- of one size are beside each other: PostgreSQL pads each value to a multiple of its size.
create table images (
  id uuid not null,
  received_at timestamptz not null default now(),
  time_captured timestamptz not null,
  -- As the partner sent them: pixels, or fractions of the image if no value is above 1.
  box_xmin double precision not null,
  box_ymin double precision not null,
  box_xmax double precision not null,
  box_ymax double precision not null,
  latitude double precision not null,
  longitude double precision not null,
  alpr_confidence double precision not null,
  -- Set when the retention of the organization's images has expired. The readings stay.
  image_deleted_at timestamptz,
  recognized_at timestamptz,
  sighting_id bigint,
  -- The id that the sighting of the image has if it has no other image. The id of a sighting is the lowest one of its images, so a
  -- sighting that is split and joined again has the same id as before.
  own_sighting_id bigint,
  organization_id integer not null,
  byte_size integer not null,
  width integer not null,
  height integer not null,
  bucket smallint not null,
  -- In thousandths, as the recognizer measured them. Null if it does not.
  brightness smallint,
  sharpness smallint,
  -- What the last request for a known image changed: 1 its file was stored again, 2 its metadata, 3 both. Null if there was none.
  resent smallint,
  source text not null,
  sha256 bytea not null check (length(sha256) = 32),
  format text not null,
  city text not null,
  state text not null,
  route text not null,
  traffic_direction text not null,
  alpr_state text not null,
  plate_number text,
  -- As packReading in domain/recognition/sighting/packed-reading.ts.
  readings json,
  -- What an image was read as, or why not: a name of contract/read-results.ts. Null while it waits. It says nothing about the
  -- vehicle, so it stays when readings are deleted.
  read_result text,
  primary key (id, bucket)
) partition by range (id);
-- Images of days that have no partition: those that arrive after their day was dropped or before it was prepared.
create table images_other partition of images default
  with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
-- The planner's samples of plates would outlast their images, and no statement needs them.
alter table images alter column plate_number set statistics 0;
alter table images_other alter column plate_number set statistics 0;
create index images_by_age on images (organization_id, received_at) where image_deleted_at is null;
-- A part of the hash takes half the bytes of a hash index. Whoever looks also compares the whole.
create index images_by_hash on images (substring(sha256, 1, 7));
create index images_by_sighting on images (sighting_id) where sighting_id is not null;

-- Images that wait for recognition, and those that failed. A work queue (db/claim.ts): the row is deleted when the image was
-- read, so that the row in images is written once and changed once. Vacuum keeps the pages of all queues: a queue is almost
-- empty after a vacuum, and with few pages PostgreSQL would plan to scan the whole table, and keep that plan.
create table image_queue (
  image_id uuid not null,
  bucket smallint not null,
  organization_id integer not null,
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  -- Claims that ended because the worker was killed. They do not count as attempts.
  interruptions smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz,
  -- Since when every attempt has failed for a reason outside the image: the image store, the recognizer's connection, the
  -- database. Such attempts are not counted. Null for all other rows.
  delayed_since timestamptz,
  -- The request that submitted the image.
  correlation_id uuid,
  -- W3C trace context of the request. Null while tracing is off.
  traceparent text,
  -- The id of the sighting that the image may become, from next_sighting_id. An attempt that is repeated uses the same id, so that
  -- what an earlier attempt has left on another node is found.
  sighting_id bigint not null,
  primary key (image_id, bucket)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
create index image_queue_waiting on image_queue (organization_id, due_at) where due_at is not null;
create index image_queue_dead on image_queue (died_at) where died_at is not null;
create index image_queue_delayed on image_queue (delayed_since) where delayed_since is not null;

-- Instead of foreign keys. Here and below, a cluster needs the ids as a value. Whoever deletes images deletes their places in the
-- queue (domain/images/delete-image.ts): a table of a cluster has no triggers.
create function delete_images_of_organizations() returns trigger language plpgsql as $$
declare ids integer[] := array(select id from gone);
begin
  delete from image_queue where organization_id = any (ids);
  delete from images where organization_id = any (ids);
  return null;
end $$;
create trigger delete_images_of_organizations after delete on organizations
  referencing old table as gone for each statement execute function delete_images_of_organizations();

-- What a person says a field of an image should be. Applied whenever the sighting is decided. There are no foreign keys, which
-- tables of a cluster cannot have to tables of one node: erasure and retention delete labels together with what was read.
create table image_labels (
  image_id uuid not null,
  bucket smallint not null,
  field text not null,
  organization_id integer not null,
  -- Empty when the field is not present in the image.
  value text not null,
  plate_state text not null default '',
  -- What was read when the label was stored, and how confidently.
  read_value text not null,
  read_score text not null,
  -- The user may have been deleted since.
  user_id integer,
  corrected_at timestamptz not null default now(),
  primary key (image_id, field, bucket)
);
create index image_labels_by_age on image_labels (organization_id, corrected_at, image_id);
