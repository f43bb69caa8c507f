-- Facilities of shippers and receivers that an organization has imported. No other organization sees them.
create table facilities (
  id uuid primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  facility_name text not null,
  -- Its parts, or the coordinates where no part was given.
  formatted_address text not null,
  city text not null default '',
  -- As lib/identifiers/region-code.ts writes it.
  state text not null default '',
  zip text not null default '',
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  place_category text not null default '',
  lot_size_category text not null default '',
  intermodal_drayage boolean not null default false,
  contact_phone text,
  contact_url text,
  operating_hours text,
  equipment text[] not null default '{}',
  imported_at timestamptz not null default now()
);
-- An import changes the facility that has the same name and address.
create unique index facilities_by_name on facilities (organization_id, lower(facility_name), lower(formatted_address));
create index facilities_by_latitude on facilities (organization_id, latitude);

-- Shippers that the federal files name, at the addresses that they registered. Derived from the census and the inspections
-- (domain/facilities/federal-shippers.ts), and therefore on the coordinator of a distributed database.
create table federal_facilities (
  id uuid primary key,
  facility_name text not null,
  formatted_address text not null,
  city text not null,
  state text not null,
  zip text not null,
  latitude double precision not null,
  longitude double precision not null,
  place_category text not null,
  contact_phone text
);
create index federal_facilities_by_latitude on federal_facilities (latitude);
-- The loads of the files that the rows follow from.
create table federal_facility_loads (loads text not null);
insert into federal_facility_loads values ('');

-- What an organization finds: its own facilities, and those without an organization.
create view known_facilities as
  select organization_id, id, facility_name, formatted_address, city, state, zip, latitude, longitude, place_category,
    lot_size_category, intermodal_drayage, contact_phone, contact_url, operating_hours, equipment
  from facilities
  union all
  select null, id, facility_name, formatted_address, city, state, zip, latitude, longitude, place_category,
    '', false, contact_phone, null, null, '{}'
  from federal_facilities;
