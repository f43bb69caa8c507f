-- Carrier search, and what the carrier profile and the signals look up. An import gives the indexes to the table that replaces
-- this one.
create extension if not exists pg_trgm;

-- The words by which a carrier is found: names, city and state, in lower case and without punctuation.
create function carrier_search_words(legal_name text, dba_name text, city text, state text)
returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(lower(concat_ws(' ', legal_name, dba_name, city, state)),
    '[[:punct:][:space:]]+', ' ', 'g'))
$$;

-- A street in one spelling: without punctuation, with the usual abbreviations (123 N. Main Street, Suite 4: 123 N MAIN ST # 4).
create function street_key(street text) returns text language sql immutable parallel safe as $$
  select string_agg(coalesce(usual.short, part.word), ' ' order by part.nth)
  from string_to_table(btrim(regexp_replace(
      replace(replace(upper(street), '.', ''), '#', ' # '), '[^A-Z0-9#]+', ' ', 'g')), ' ') with ordinality as part (word, nth)
  left join (values ('STREET', 'ST'), ('AVENUE', 'AVE'), ('AV', 'AVE'), ('ROAD', 'RD'), ('DRIVE', 'DR'), ('LANE', 'LN'),
    ('BOULEVARD', 'BLVD'), ('HIGHWAY', 'HWY'), ('PARKWAY', 'PKWY'), ('COURT', 'CT'), ('PLACE', 'PL'), ('CIRCLE', 'CIR'),
    ('TERRACE', 'TER'), ('TRAIL', 'TRL'), ('SQUARE', 'SQ'), ('ROUTE', 'RTE'), ('RT', 'RTE'), ('COUNTY', 'CO'),
    ('NORTH', 'N'), ('SOUTH', 'S'), ('EAST', 'E'), ('WEST', 'W'), ('NORTHEAST', 'NE'), ('NORTHWEST', 'NW'),
    ('SOUTHEAST', 'SE'), ('SOUTHWEST', 'SW'), ('SUITE', '#'), ('STE', '#'), ('UNIT', '#'), ('APARTMENT', '#'), ('APT', '#')
  ) as usual (word, short) on usual.word = part.word
$$;

create index company_census_by_words on company_census
  using gin (carrier_search_words(legal_name, dba_name, phy_city, phy_state)) with (fastupdate = off);
create index company_census_by_name on company_census (lower(legal_name) text_pattern_ops);
create index company_census_by_dba on company_census (lower(dba_name) text_pattern_ops) where dba_name is not null;
create index company_census_by_city on company_census (lower(phy_city), power_units desc nulls last)
  include (phy_state);
create index company_census_by_size on company_census (power_units desc nulls last, usdot_number);
create index company_census_by_docket on company_census (docket1_number) where docket1_number is not null;
create index company_census_by_phone on company_census (phone) where phone is not null;
create index company_census_by_email on company_census (lower(email_address)) where email_address is not null;
create index company_census_by_officer on company_census (upper(company_officer_1))
  where company_officer_1 is not null;
-- Two spellings of one address have the ZIP code and the first number in common.
create index company_census_by_house on company_census (left(phy_zip, 5), substring(phy_street from '[0-9]+'))
  where phy_street is not null;

-- Every word of the census, with the number of carriers that have it. It corrects misspelled words and shows which of two
-- search plans is shorter. Each import of the census rewrites it.
create table carrier_words (
  word text collate "C" primary key,
  carriers integer not null
);
create index carrier_words_by_likeness on carrier_words using gin (word gin_trgm_ops);

-- The last day of the 24-month window: the day of the newest file of events, or an earlier day that was asked for.
create function federal_window_end(as_of date) returns date language sql stable as $$
  select least($1, coalesce((select max(l.as_of) from federal_loads l where l.is_current and l.dataset in
    ('sms-inspection', 'sms-violation', 'sms-crash', 'vehicle-inspection', 'crash-file')), current_date))
$$;

-- Daily files write the state before the report number, SMS files do not.
create function bare_report(state text, report text) returns text language sql immutable parallel safe as $$
  select case when left(report, 2) = state then substr(report, 3) else report end
$$;

-- Finds the same report in two files. Without it, a carrier with n inspections would cost n × n comparisons.
create index sms_inspections_by_report on sms_inspections
  (usdot_number, insp_date, bare_report(report_state, report_number));

-- Every inspection once: the row of the SMS file, which has the weights, or else the row of the daily file.
create view carrier_inspections as
  select usdot_number, 'sms' as source, unique_id as record_id, report_state, report_number, insp_date,
    insp_level_id, coalesce(county_code_state, report_state) as state,
    coalesce(driver_oos_total, 0) as driver_oos, coalesce(vehicle_oos_total, 0) as vehicle_oos,
    coalesce(hazmat_oos_total, 0) as hazmat_oos, coalesce(oos_total, 0) as any_oos,
    coalesce(total_hazmat_sent, 0) > 0 as has_hazmat
  from sms_inspections
  union all
  select usdot_number, 'daily', inspection_id, report_state, bare_report(report_state, report_number), insp_date,
    insp_level_id, coalesce(county_code_state, report_state), coalesce(driver_oos_total, 0),
    coalesce(vehicle_oos_total, 0), coalesce(hazmat_oos_total, 0), coalesce(oos_total, 0),
    coalesce(hazmat_placard_req, false)
  from inspections i
  where not exists (select from sms_inspections s
    where s.usdot_number = i.usdot_number and s.insp_date = i.insp_date and s.report_state = i.report_state
      and bare_report(s.report_state, s.report_number) = bare_report(i.report_state, i.report_number));

-- The vehicles of the inspections of both files. A vehicle may be listed twice.
create view carrier_units as
  select i.usdot_number, i.insp_date, i.report_state, i.report_number, unit.vin, unit.plate, unit.plate_state,
    unit.make, unit.type as unit_type, coalesce(not (upper(unit.type) like '%TRAILER%' or upper(unit.type) like '%DOLLY%'
      or upper(unit.type) like '%CHASSIS%'), unit.place = 1) as is_power
  from sms_inspections i, lateral (values
    (1, vin, unit_license, unit_license_state, unit_make, unit_type_desc),
    (2, vin2, unit_license2, unit_license_state2, unit_make2, unit_type_desc2)
  ) as unit (place, vin, plate, plate_state, make, type)
  where unit.vin is not null
  union all
  select i.usdot_number, i.insp_date, i.report_state, bare_report(i.report_state, i.report_number), u.vin,
    u.unit_license, u.unit_license_state, u.unit_make, null, u.unit_type_id in (1, 4, 5, 8, 10, 11, 12)
  from inspections i join inspection_units u using (inspection_id)
  where u.vin is not null;

-- One row for each vehicle of the carrier in a recordable crash. The place is from the daily file, weight and preventability
-- are from the SMS file. Window functions merge the two files with one sort; a join is slow for carriers with thousands of
-- crashes.
create view carrier_crashes as
  select usdot_number, report_state, report_number, report_seq_no, report_date, location, state, county_code, vin,
    plate, plate_state, fatalities, injuries, tow_away, hazmat_released, weight as severity_weight,
    coalesce(found_not_preventable, false) as not_preventable
  from (
    select listed.*, max(listed.severity_weight) over report as weight,
      bool_or(listed.not_preventable) over report as found_not_preventable,
      bool_or(listed.is_daily) over report as has_daily
    from (
      select usdot_number, report_state, bare_report(report_state, report_number) as report_number, report_seq_no,
        report_date, concat_ws(', ', location, initcap(city)) as location, coalesce(state, report_state) as state,
        county_code, vin, vehicle_license_number as plate, vehicle_license_state as plate_state,
        coalesce(fatalities, 0) as fatalities, coalesce(injuries, 0) as injuries,
        coalesce(tow_away, false) as tow_away, coalesce(hazmat_released, false) as hazmat_released,
        null::smallint as severity_weight, null::boolean as not_preventable, true as is_daily
      from crashes where federal_recordable is not false
      union all
      select usdot_number, report_state, bare_report(report_state, report_number), report_seq_no, report_date, '',
        report_state, null, vin, vehicle_license_number, vehicle_license_state, coalesce(fatalities, 0),
        coalesce(injuries, 0), coalesce(tow_away, false), coalesce(hazmat_released, false), severity_weight,
        not_preventable, false
      from sms_crashes
    ) listed
    window report as (partition by usdot_number, report_state, report_number)
  ) merged where is_daily or not has_daily;

create index sms_crashes_by_vin on sms_crashes (vin) where vin is not null;

-- Whether the ninth character of a 17-character VIN is its check digit (49 CFR 565.15).
create function has_valid_check_digit(vin text) returns boolean language sql immutable parallel safe as $$
  select case when vin ~ '^[A-HJ-NPR-Z0-9]{17}$' then substr(vin, 9, 1) = (
    select substr('0123456789X', (sum(
        substr(translate(vin, 'ABCDEFGHJKLMNPRSTUVWXYZ', '12345678123457923456789'), place, 1)::integer
        * (array[8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2])[place]) % 11)::integer + 1, 1)
    from generate_series(1, 17) place) else false end
$$;

-- The identity archive. FMCSA overwrites its registers, so each import stores the values that its file replaces.

-- A value that a file replaced. It was in the files from first_seen to last_seen; the file of replaced_on had another
-- value. The current value is not here: it is in the table of the dataset, or in carrier_last_known. `item` distinguishes
-- what a carrier has several of (authorities, kinds of insurance). A null value: the file had none.
create table carrier_history (
  usdot_number integer not null, source text not null, field text not null, item text not null, value text,
  first_seen date not null, last_seen date not null, replaced_on date not null,
  primary key (usdot_number, source, field, item, replaced_on)
);

-- The newest values of carriers and items that the loaded file does not have, or has with older values. A row here takes
-- precedence over the table of the dataset. missing_on is the day of the first file without the row; null while no newer
-- file lacks it. Null fields: only a file that is older than the newest archived one has the row.
create table carrier_last_known (
  usdot_number integer not null, source text not null, item text not null, seen_on date not null, missing_on date,
  fields jsonb,
  primary key (usdot_number, source, item)
);

-- The archived datasets: the days of the first, the previous and the newest archived file. loaded_fields are the fields for
-- which the loaded file has columns. field_since has the day from which a field is archived, if an earlier file lacked its
-- columns.
create table carrier_history_sources (
  source text primary key, since date not null, previous_on date, newest_on date not null, loaded_fields text[] not null,
  field_since jsonb not null default '{}'
);

-- What each violation code means in SMS: one version per month of the SMS violation file, written by the import.
-- A null BASIC means that SMS does not count the violation or that the code is unknown (source 'unknown').
create table violation_catalog (
  month date not null, plain_code text not null,
  -- 0 is the default; the others apply to a row with their description.
  place smallint not null,
  code text not null, description text not null, basic text, violation_group text not null,
  severity_weight smallint, oos_weight smallint not null, is_red_flag boolean not null,
  source text not null check (source in ('sms', 'list', 'seed', 'section', 'unknown')),
  -- Rows of the loaded files, for the share of violations without a weight.
  sms_rows bigint not null, daily_rows bigint not null,
  is_current boolean not null,
  primary key (month, plain_code, place)
);
create unique index violation_catalog_current on violation_catalog (plain_code, place) where is_current;
create index violation_catalog_red_flags on violation_catalog (plain_code) where is_current and is_red_flag;
