create table webhooks (
  id uuid primary key default gen_random_uuid(),
  -- Deliveries are claimed in turns by this number, so that a dead webhook does not delay the others.
  fairness_key integer generated always as identity unique,
  organization_id integer not null references organizations on delete cascade,
  webhook_url text not null,
  -- Hash of the normalized URL: a URL is registered once.
  url_hash bytea not null check (length(url_hash) = 32),
  description text,
  -- The events that it receives.
  events text[] not null default '{alert.matches_found,alert.test}',
  enabled boolean not null default true,
  -- Why the service disabled it; null when the customer did.
  disabled_reason text,
  -- The first failure since the last success.
  failing_since timestamptz,
  -- Sealed (lib/bytes/sealing.ts). Both secrets sign for a day after a change.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null default now(),
  unique (organization_id, url_hash)
);

-- The exact bytes to send, the same for each attempt. The id is sent as webhook-id.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  fairness_key integer not null,
  organization_id integer not null,
  firing_id uuid not null,
  -- What it tells: new matches, or matches that were sent before and no longer hold.
  event text not null default 'alert.matches_found',
  alert_id bigint not null,
  alert_name text not null,
  total_matches integer not null,
  body bytea not null,
  created_at timestamptz not null default now(),
  -- A replay starts the retry schedule again.
  replayed_at timestamptz,
  -- W3C trace context of the firing. Null while tracing is off.
  traceparent text,
  -- When the oldest match was found, for the delay until it is delivered.
  matched_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_by_firing on webhook_deliveries (firing_id);
-- Rows are inserted in the order of their age, so a BRIN summary costs almost nothing.
create index webhook_deliveries_by_age on webhook_deliveries using brin (created_at) with (autosummarize = on);

-- Webhook deliveries that wait, are held, or failed. A work queue (db/claim.ts): the row is deleted when the delivery succeeded,
-- so that the row in webhook_deliveries, with its body and its indexes, is written once. Only a replay changes it.
create table delivery_queue (
  delivery_id uuid primary key,
  fairness_key integer not null,
  organization_id integer not null,
  -- Infinity: held until the webhook is enabled again.
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  interruptions smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz,
  -- Since when every attempt has failed for a reason outside the row, as in image_queue.
  delayed_since timestamptz,
  -- A replay starts the retry schedule again: attempts before this time do not count.
  restarted_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
create index delivery_queue_waiting on delivery_queue (fairness_key, due_at) where due_at is not null;
create index delivery_queue_dead on delivery_queue (died_at) where died_at is not null;
create index delivery_queue_delayed on delivery_queue (delayed_since) where delayed_since is not null;

-- Instead of a foreign key, which would lock the delivery for every queued row.
create function delete_from_delivery_queue() returns trigger language plpgsql as $$
begin
  delete from delivery_queue q using gone g where q.delivery_id = g.id;
  return null;
end $$;
create trigger delete_from_delivery_queue after delete on webhook_deliveries
  referencing old table as gone for each statement execute function delete_from_delivery_queue();

-- There is no foreign key, because it would lock the delivery for every attempt. A trigger deletes the attempts.
create table webhook_attempts (
  delivery_id uuid not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- Null when there was no response.
  status smallint,
  error text,
  -- The first 16 KB of the response.
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

-- Test events of registered webhooks, for the list of deliveries. They are sent once, and not queued.
create table webhook_tests (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  created_at timestamptz not null,
  duration_ms integer not null,
  -- Null when there was no response.
  status smallint,
  error text,
  -- The first 16 KB of the response.
  answer bytea not null,
  is_delivered boolean not null
);
create index webhook_tests_by_webhook on webhook_tests (webhook_id, created_at desc, id desc);

-- One email to one address. Its text is created from `content` when it is needed, and is the same each time. The code has the
-- list of kinds. The content of an account email contains its link sealed. A work queue (db/claim.ts).
create table mails (
  id uuid primary key,
  organization_id integer not null references organizations on delete cascade,
  firing_id uuid,
  alert_id bigint,
  address text not null,
  kind text not null,
  subject text not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Without a mail server the email is kept as a file. It was then not sent.
  kept_at timestamptz,
  due_at timestamptz default now(),
  -- Why an email is held (due_at is infinity): `quota` until the organization may send more, `confirmation` until its
  -- address is confirmed.
  held_for text check (held_for in ('quota', 'confirmation')),
  attempts smallint not null default 0,
  interruptions smallint not null default 0,
  lease_id uuid,
  failure text,
  died_at timestamptz,
  -- Since when every attempt has failed for a reason outside the row, as in image_queue.
  delayed_since timestamptz,
  traceparent text
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
create index mails_waiting on mails (organization_id, due_at) where due_at is not null;
create index mails_held on mails (organization_id, held_for, created_at) where held_for is not null;
create index mails_dead on mails (died_at) where died_at is not null;
create index mails_delayed on mails (delayed_since) where delayed_since is not null;
create index mails_by_organization on mails (organization_id, created_at desc, id desc);
create index mails_by_firing on mails (firing_id) where firing_id is not null;
create index mails_by_age on mails (created_at);

-- Recipients who unsubscribed from an alert; addresses in lower case.
create table mail_opt_outs (
  alert_id bigint not null,
  address text not null,
  asked_at timestamptz not null default now(),
  primary key (alert_id, address)
);

-- Addresses that a mail server rejected permanently; in lower case.
create table suppressed_addresses (
  address text primary key,
  reason text not null,
  suppressed_at timestamptz not null default now()
);

-- Addresses outside the organization, in lower case, that were asked to confirm that they want its alerts.
create table recipient_confirmations (
  organization_id integer not null references organizations on delete cascade,
  address text not null,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (organization_id, address)
);
