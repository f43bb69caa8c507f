-- Sightings, crashes and inspections in one table. usdot_number 0 = unknown; it leads every key, so that the
-- table can be distributed by it. No trigger and no foreign key here: counts are kept by the writing statements.
create sequence observation_ids;

create table observations (
  usdot_number bigint not null check (usdot_number >= 0),
  time_captured timestamptz not null,
  -- Sightings take theirs from observation_ids; a federal record's is made from the record's own key.
  id bigint not null,
  type text not null check (type in ('Crash', 'Inspection', 'Detection')),
  source text not null default '',
  alpr_plate_number text not null default '',
  plate_state text not null default '',
  mc_number text not null default '',
  vin text not null default '',
  cab_number text not null default '',
  equipment_type text not null default '',
  equipment_number text not null default '',
  equipment_logo text not null default '',
  -- '*' is kept for "any place" in observation_counts.
  location_state text collate "C" not null default '' check (location_state <> '*'),
  location_city text collate "C" not null default '' check (location_city <> '*'),
  latitude double precision,
  longitude double precision,
  route text not null default '',
  is_usdot_imputed boolean not null default false,
  is_cab_imputed boolean not null default false,
  is_mc_imputed boolean not null default false,
  is_trailer_logo_imputed boolean not null default false,
  is_vin_imputed boolean not null default false,
  -- Null reads as N/A.
  usdot_number_ocr_score text check (usdot_number_ocr_score in ('High', 'Medium', 'Low')),
  mc_number_ocr_score text check (mc_number_ocr_score in ('High', 'Medium', 'Low')),
  vin_ocr_score text check (vin_ocr_score in ('High', 'Medium', 'Low')),
  cab_number_ocr_score text check (cab_number_ocr_score in ('High', 'Medium', 'Low')),
  trailer_number_ocr_score text check (trailer_number_ocr_score in ('High', 'Medium', 'Low')),
  trailer_logo_ocr_score text check (trailer_logo_ocr_score in ('High', 'Medium', 'Low')),
  -- The picture a sighting was read from, the other views of the same truck, and everything that was read.
  image_id uuid,
  view_image_ids uuid[],
  readings jsonb,
  primary key (usdot_number, time_captured, id)
) partition by range (time_captured);

-- Pages under a city or state filter read only matching rows.
create index observations_by_place on observations
  (usdot_number, location_state, upper(location_city), time_captured, id);

-- Federal records are compared with the files at every import; their ids lie above those of sightings.
create index observations_federal on observations (id) where id >= 1000000000000000;

-- Months are added as they are needed (ensure-months.ts). Before 2010 one partition is enough: only old crash
-- reports lie there. There is no default partition: attaching a month would lock and scan it.
create table observations_before_2010 partition of observations for values from (minvalue) to ('2010-01-01Z');

-- How many observations a carrier has on a UTC day: one row for all places ('*', '*'), one per state and city
-- (city in upper case). Totals are sums over these rows; a deep page finds its first day in them. Federal records
-- are counted apart: an import holds the locks of its rows for minutes, and no sighting must wait for it.
create table observation_counts (
  usdot_number bigint not null,
  location_state text collate "C" not null,
  location_city text collate "C" not null,
  day date not null,
  is_federal boolean not null,
  -- Never below 0 once written; a check here would already refuse the -1 that a deletion adds.
  observations integer not null,
  primary key (usdot_number, location_state, location_city, day, is_federal)
) with (fillfactor = 90);
