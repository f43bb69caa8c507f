-- Webhook deliveries that wait, are held, or failed. A work queue (db/claim.ts): the row is deleted when the delivery succeeded,
-- so that the row in webhook_deliveries, with its body and its indexes, is written once. Only a replay changes it.
create table delivery_queue (
  delivery_id uuid primary key,
  lane integer not null,
  organization_id integer not null,
  -- Infinity: held until the webhook is enabled again.
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  interruptions smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz,
  -- A replay starts the retry schedule again: attempts before this time do not count.
  restarted_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index delivery_queue_waiting on delivery_queue (lane, due_at) where due_at is not null;
create index delivery_queue_dead on delivery_queue (died_at) where died_at is not null;

-- Instead of a foreign key, which would lock the delivery for every queued row.
create function delete_from_delivery_queue() returns trigger language plpgsql as $$
begin
  delete from delivery_queue q using gone g where q.delivery_id = g.id;
  return null;
end $$;
create trigger delete_from_delivery_queue after delete on webhook_deliveries
  referencing old table as gone for each statement execute function delete_from_delivery_queue();

-- The queue's columns of webhook_deliveries are no longer used. Workers move the rows that still have values: those of the
-- previous version, also what its processes write until they are restarted.
comment on column webhook_deliveries.due_at is 'Not used: see delivery_queue.';
