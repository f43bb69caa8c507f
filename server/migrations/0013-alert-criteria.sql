-- New alert criteria. The columns of the change triggers follow from the contract's table of criteria: they are set after
-- the migrations (domain/alerts/sync-triggers.ts).
alter table alerts
  add column license_plate_state text,
  add column chassis_number text,
  add column exact_match_chassis_number boolean not null default false,
  add column container_number text,
  add column exact_match_container_number boolean not null default false;
