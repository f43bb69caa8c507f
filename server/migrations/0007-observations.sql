-- Sightings, crashes and inspections in one table. usdot_number 0 = unknown. It is the first column of every key, so that the
-- table can be distributed by it. There are no triggers or foreign keys: the writing statements update the counts.
create sequence observation_ids;
-- The id of a sighting carries the bucket of its camera, as in lib/camera-bucket.ts.
create function next_sighting_id(bucket smallint) returns bigint language sql volatile parallel unsafe as $$
  select nextval('observation_ids') * 1024 + bucket
$$;

create table observations (
  usdot_number bigint not null check (usdot_number >= 0),
  time_captured timestamptz not null,
  -- From next_sighting_id for sightings; derived from the record's key for federal records.
  id bigint not null,
  -- Whose camera saw it. 0: a federal record.
  organization_id integer not null default 0,
  -- These words have no CHECK constraints: PostgreSQL parses each constraint again for every INSERT and UPDATE. Only one
  -- function writes them, with types that allow the same words.
  type text not null,
  source text not null default '',
  alpr_plate_number text not null default '',
  plate_state text not null default '',
  mc_number text not null default '',
  vin text not null default '',
  cab_number text not null default '',
  equipment_type text not null default '',
  equipment_number text not null default '',
  equipment_logo text not null default '',
  -- '*' means "any place" in observation_counts.
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
  usdot_number_ocr_score text,
  mc_number_ocr_score text,
  vin_ocr_score text,
  cab_number_ocr_score text,
  trailer_number_ocr_score text,
  trailer_logo_ocr_score text,
  -- For the signals: whether the number was confirmed, the plate is doubtful, and the name is that of another carrier.
  is_usdot_confirmed boolean not null default false,
  is_plate_doubtful boolean not null default false,
  has_conflicting_name boolean not null default false,
  -- The image that a sighting was read from, and the other views of the same truck. What was read is stored beside the images.
  image_id uuid,
  view_image_ids uuid[],
  primary key (usdot_number, time_captured, id)
) partition by range (time_captured);

-- Pages with a city or state filter read only matching rows.
create index observations_by_place on observations
  (usdot_number, location_state, upper(location_city), time_captured);

-- The newest image of a carrier, however many federal records it has.
create index observations_with_image on observations (usdot_number, time_captured) where image_id is not null;
-- The VINs of one carrier that were read with High confidence.
create index observations_read_vins on observations (usdot_number, vin) where vin_ocr_score = 'High' and vin <> '';

-- By place: half a degree of latitude and longitude, about 35 by 28 miles (lib/geography/cells.ts). A function would
-- have to exist on every node.
create index observations_by_cell on observations
  (((floor(latitude * 2)::integer + 180) * 720 + floor(longitude * 2)::integer + 360), time_captured)
  where type = 'Detection' and latitude is not null;
-- The newest sightings of all carriers. Those of a month are stored in about the order of their times.
create index observations_by_time on observations using brin (time_captured)
  with (pages_per_range = 16, autosummarize = on);

-- Every import compares the federal records with the files. Their ids are above those of sightings.
create index observations_federal on observations (id) where id >= 1000000000000000;

-- Months are added when they are needed (ensure-months.ts). One partition is enough for the time before 2010, which has only
-- old crash reports. There is no default partition, because attaching a month would lock and scan it.
create table observations_before_2010 partition of observations for values from (minvalue) to ('2010-01-01Z');

-- How many observations a carrier has on a UTC day: one row for all places ('*', '*'), and one per state and city (city in
-- upper case). Totals are sums of these rows, and a deep page finds its first day in them. Federal records have rows of their
-- own, because an import locks its rows for minutes and a sighting must not wait for it. Unknown carriers are not counted.
create table observation_counts (
  usdot_number bigint not null,
  location_state text collate "C" not null,
  location_city text collate "C" not null,
  day date not null,
  is_federal boolean not null,
  -- Never below 0 once written. A CHECK would reject the -1 that a deletion adds.
  observations integer not null,
  -- With the counts in the index, a total is summed without reading the rows: that was half the time of a page.
  primary key (usdot_number, location_state, location_city, day, is_federal) include (observations)
) with (fillfactor = 90);

-- The federal records of a VIN, over all carriers: their keys in observations. An import writes both in one transaction. Sightings
-- are in vehicle_sightings.
create table federal_vins (
  usdot_number bigint not null,
  time_captured timestamptz not null,
  id bigint not null,
  vin text collate "C" not null,
  primary key (vin, time_captured, id, usdot_number)
);

-- Sightings by what identifies a vehicle: its plate, VIN, cab, trailer, container or chassis number. The rows are written and
-- deleted together with the observation (domain/observations/vehicles). No constraint stands against a
-- distribution by value. With carrier and time, a row has the key of the observation.

create table vehicle_sightings (
  seen_at timestamptz not null,
  sighting_id bigint not null,
  usdot_number bigint not null,
  organization_id integer not null,
  -- 1 plate, 2 VIN, 3 cab, 4 trailer, 5 container, 6 chassis.
  kind smallint not null,
  -- 1: inferred. 2: typed by a person of the organization; other organizations do not find the sighting by it.
  origin smallint not null,
  -- Letters and digits, in upper case.
  value text collate "C" not null
);
-- Kind and sighting are compared in the few rows of a value and time: with them, an entry took 44 bytes instead of 28.
create index vehicle_sightings_by_value on vehicle_sightings (value, seen_at);
-- A part of a value, also with characters that cameras and people confuse: as ON_PLATES in lib/identifiers/confusable.ts.
create index vehicle_sightings_by_part on vehicle_sightings
  using gin (translate(value, 'OILSBZDQ', '01158200') gin_trgm_ops);
-- They count in no signal of the carrier.
create index vehicle_sightings_typed on vehicle_sightings (usdot_number) where origin & 2 <> 0;
-- Their values are not columns of the observation, from which the other rows of a deleted sighting are found.
create index vehicle_sightings_of_containers on vehicle_sightings (sighting_id) where kind > 4;
