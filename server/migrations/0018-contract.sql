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

-- Requests with an Idempotency-Key. The response is null while the request runs: another request with the key waits for it,
-- or runs itself once the lease of a killed process has ended.
create table idempotency_keys (
  organization_id integer not null references organizations on delete cascade,
  key_hash bytea not null check (length(key_hash) = 32),
  -- Hash of the route, the path and the body.
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null default now(),
  lease_id uuid not null,
  leased_until timestamptz not null,
  response jsonb,
  primary key (organization_id, key_hash)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The newest seal that was written, outside of the log: a log that was emptied or cut off ends before it.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  hash bytea not null
);
insert into audit_head (seq, hash) select seq, hash from audit_seals order by seq desc limit 1;

-- The routes of images and vehicles need a role of their own now. Everybody who had a use for them keeps access: those who
-- send or correct images, and those who read observations.
create function with_image_role(roles text[]) returns text[] language sql immutable as $$
  select case
    when roles && '{admin,image-ingest-endpoint,image-correction-endpoint,carrier-observations-quality,carrier-observations-vin-endpoint}'
      and not 'image-read-endpoint' = any (roles) then roles || '{image-read-endpoint}'
    else roles end
$$;
update users u set roles = u.roles || '{image-read-endpoint}'
  from organizations o
 where o.id = u.organization_id and not 'image-read-endpoint' = any (u.roles)
   and (o.kind in ('insurance', 'operator') or with_image_role(u.roles) <> u.roles);
update invitations set roles = with_image_role(roles) where with_image_role(roles) <> roles;
update sso_connections set
  default_roles = with_image_role(default_roles),
  group_roles = coalesce((select jsonb_object_agg(g.key, case when jsonb_typeof(g.value) = 'array'
    then to_jsonb(with_image_role(array(select jsonb_array_elements_text(g.value)))) else g.value end)
    from jsonb_each(group_roles) g), '{}');
drop function with_image_role(text[]);
