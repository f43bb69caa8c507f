-- Images that wait for recognition, and those that failed. A work queue (db/claim.ts): the row is deleted when the image was
-- read, so that the row in images is written once and changed once.
create table image_queue (
  image_id uuid primary key,
  organization_id integer not null,
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  interruptions smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz,
  -- The request that submitted the image.
  correlation_id uuid,
  traceparent text
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
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

-- The queue's columns of images are no longer used. Workers move the rows that still have values: those of the previous
-- version, also what its processes write until they are restarted.
comment on column images.due_at is 'Not used: see image_queue.';
