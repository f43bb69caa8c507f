create table webhooks (
  id uuid primary key default gen_random_uuid(),
  -- Each has a lane of its own in the queue of deliveries, so that a dead one holds up nobody else.
  lane integer generated always as identity unique,
  organization_id integer not null references organizations on delete cascade,
  webhook_url text not null,
  -- Of the URL's normal form: the same place is registered once.
  url_hash bytea not null check (length(url_hash) = 32),
  description text,
  enabled boolean not null default true,
  -- Why we disabled it; null when the customer did.
  disabled_reason text,
  -- The first failure since the last success.
  failing_since timestamptz,
  -- Sealed (lib/sealing.ts). For a day after a change both secrets sign.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null default now(),
  unique (organization_id, url_hash)
);

-- What is sent, byte for byte, each time the same. The id goes out as webhook-id.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  lane integer not null,
  organization_id integer not null,
  firing_id uuid not null,
  alert_id bigint not null,
  alert_name text not null,
  total_matches integer not null,
  body bytea not null,
  created_at timestamptz not null default now(),
  -- A replay starts the retry table anew.
  replayed_at timestamptz,
  -- The columns of a work queue (db/claim.ts). Due at infinity: held until its webhook is enabled again.
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index webhook_deliveries_waiting on webhook_deliveries (lane, due_at) where due_at is not null;
create index webhook_deliveries_dead on webhook_deliveries (died_at) where died_at is not null;
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_by_firing on webhook_deliveries (firing_id);
-- Rows are written in the order of their age: a summary of it costs next to nothing at each claim.
create index webhook_deliveries_by_age on webhook_deliveries using brin (created_at) with (autosummarize = on);

-- No foreign key: it would lock its delivery for every line of the log. What is deleted takes its lines along.
create table webhook_attempts (
  delivery_id uuid not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- Null when there was no answer.
  status smallint,
  error text,
  -- The first 16 KB of the answer.
  answer bytea not null
);
create index webhook_attempts_by_delivery on webhook_attempts (delivery_id, started_at);

create function forget_webhook_attempts() returns trigger language plpgsql as $$
begin
  delete from webhook_attempts where delivery_id in (select id from gone);
  return null;
end $$;
create trigger forget_webhook_attempts after delete on webhook_deliveries
  referencing old table as gone for each statement execute function forget_webhook_attempts();

-- One mail to one address. Its text is made from `content` whenever it is needed, each time the same.
create table mails (
  id uuid primary key,
  organization_id integer not null references organizations on delete cascade,
  firing_id uuid,
  alert_id bigint,
  address text not null,
  kind text not null check (kind in ('digest', 'webhook_disabled')),
  subject text not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index mails_waiting on mails (organization_id, due_at) where due_at is not null;
create index mails_dead on mails (died_at) where died_at is not null;
create index mails_by_organization on mails (organization_id, created_at desc, id desc);
create index mails_by_firing on mails (firing_id) where firing_id is not null;
create index mails_by_age on mails (created_at);

-- Who asked not to be told of an alert; addresses in lower case.
create table mail_opt_outs (
  alert_id bigint not null,
  address text not null,
  asked_at timestamptz not null default now(),
  primary key (alert_id, address)
);

-- Addresses that a mail server refused for good; in lower case.
create table suppressed_addresses (
  address text primary key,
  reason text not null,
  suppressed_at timestamptz not null default now()
);
