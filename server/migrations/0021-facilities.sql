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
