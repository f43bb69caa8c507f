-- Contacts that an organization keeps of the carriers it works with.
create table onboarded_contacts (
  id uuid primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  usdot_number integer not null check (usdot_number > 0),
  name text,
  phone text,
  email text,
  -- The operation that stored it: `single` or `bulk`.
  source text not null check (source in ('single', 'bulk')),
  position bigint generated always as identity,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (coalesce(name, phone, email) is not null)
);
create index onboarded_contacts_by_organization on onboarded_contacts (organization_id, position);
create index onboarded_contacts_by_carrier on onboarded_contacts (organization_id, usdot_number, position);

-- Like admit_row, for tables that one statement adds several rows to.
create function admit_rows(org integer, quota text, added integer) returns integer language plpgsql volatile as $$
declare
  present bigint;
begin
  perform pg_advisory_xact_lock(7061200, hashtext(quota || ' ' || org));
  case quota
    when 'carrier_contacts' then
      select count(*) into present from onboarded_contacts where organization_id = org;
    when 'facilities' then
      select count(*) into present from facilities where organization_id = org;
    when 'cases' then
      select count(*) into present from cases where organization_id = org;
    when 'vetting_checks' then
      select count(*) into present from vetting_checks where organization_id = org;
    when 'carrier_decisions' then
      select count(*) into present from carrier_decisions where organization_id = org;
    when 'vetting_list' then
      select count(*) into present from vetting_list where organization_id = org;
    when 'carrier_links' then
      select count(*) into present from carrier_links where organization_id = org;
    when 'carrier_objections' then
      select count(*) into present from carrier_objections where organization_id = org;
  end case;
  perform check_quota(org, quota, present + added);
  return org;
end $$;
