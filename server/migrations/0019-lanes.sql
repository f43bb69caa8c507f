-- Where carriers were seen in the last 90 days, for lanes (domain/lanes). Derived from observations by the stage
-- update-lanes, and therefore on the coordinator of a distributed database.

-- The carriers and UTC days whose observations changed. Written with the observations, deleted by the stage. Carrier 0: all.
create table lane_changes (
  usdot_number integer not null,
  day date not null,
  -- Without it, nothing has to be taken back.
  has_deletions boolean not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
insert into lane_changes values (0, current_date, true);

-- The number of rounds of the stage. It is in the rows that a round wrote.
create table lane_rounds (version bigint not null);
insert into lane_rounds values (0);

-- A place with what was seen there. Degrees are in thousandths, as in the table of cities.
create table lane_sites (
  id integer generated always as identity primary key,
  -- Half a degree, as in lib/geography/cells.ts.
  cell integer not null,
  latitude double precision not null,
  longitude double precision not null,
  is_federal boolean not null,
  equipment_type text collate "C" not null,
  unique (latitude, longitude, is_federal, equipment_type)
);
create index lane_sites_by_cell on lane_sites (cell);

-- The days on which a carrier was seen at a site: bit 0 is aligned_on, bit 1 the day before.
create table lane_visits (
  site_id integer not null,
  usdot_number integer not null,
  aligned_on date not null,
  seen bit(90) not null,
  version bigint not null,
  primary key (site_id, usdot_number)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index lane_visits_by_carrier on lane_visits (usdot_number);
-- Searches keep the rows of a site in memory, and read those that changed since.
create index lane_visits_by_version on lane_visits (site_id, version);

-- What the filters and the score read of a carrier, as of facts_version. Only carriers with visits.
create table lane_carriers (
  usdot_number integer primary key,
  -- The day and the last import; empty: not read yet.
  facts_version text collate "C" not null default '',
  -- In a federal register, with an active USDOT number and without an out-of-service order.
  may_operate boolean not null default false,
  power_units integer,
  -- Bit n is number n of FMCSA's list of cargo.
  cargo integer not null default 0,
  -- Tractors, and no trailers of its own.
  is_power_only boolean not null default false,
  -- The day of the oldest active common or contract authority; null without one.
  authority_since date,
  broker_status text not null default '',
  bipd_dollars bigint not null default 0,
  cargo_dollars bigint not null default 0,
  driver_oos_rate real not null default 0,
  vehicle_oos_rate real not null default 0,
  -- The company's part of the score.
  authority_points smallint not null default 0,
  insurance_points smallint not null default 0,
  driver_points smallint not null default 0,
  vehicle_points smallint not null default 0,
  company_points smallint not null default 0,
  version bigint not null default 0
);
create index lane_carriers_by_change on lane_carriers (version);
create index lane_carriers_by_version on lane_carriers (facts_version);
