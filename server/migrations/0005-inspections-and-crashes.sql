-- Inspections, crashes and the results of SMS, each report once although several files have it, and what finds vehicles in them.
-- An import gives the indexes to the tables that replace these, and moves the views to them.

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

-- Of the rows of one report, the one with the lowest rank counts: not the one that is marked as a duplicate (D).
create function duplicate_rank(ci_status text) returns integer language sql immutable parallel safe as $$
  select case upper(ci_status) when 'C' then 0 when 'D' then 2 else 1 end
$$;

-- The daily file has a report again, with the status D, when it was uploaded twice. One of them counts.
create view daily_inspections as
  select distinct on (usdot_number, insp_date, report_state, report_key) i.*
  from (select r.*, case when r.report_state is null or r.report_number is null then '#' || r.inspection_id
      else bare_report(r.report_state, r.report_number) end as report_key
    from inspections r) i
  order by usdot_number, insp_date, report_state, report_key, duplicate_rank(ci_status_code), inspection_id;

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
  from daily_inspections i
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
-- are from the SMS file. A recordable crash without a casualty is a tow-away crash, whatever the flag says: nothing else makes
-- it recordable. Not counted: a party that is not a motor carrier (status X). Window functions merge the two files with one
-- sort; a join is slow for carriers with thousands of crashes.
create view carrier_crashes as
  select usdot_number, report_state, report_number, report_seq_no, report_date, location, state, county_code, vin,
    plate, plate_state, fatalities, injuries, tow_away or (fatalities = 0 and injuries = 0) as tow_away, hazmat_released,
    weight as severity_weight, coalesce(found_not_preventable, false) as not_preventable
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
      from crashes
      where coalesce(federal_recordable, fatalities > 0 or injuries > 0 or tow_away is not false)
        and upper(ci_status_code) is distinct from 'X'
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

-- Plates in federal files are typed by hand. An import gives these indexes to the tables that replace these.
create function plain_plate(plate text) returns text language sql immutable parallel safe as $$
  select translate(upper(plate), ' -.', '')
$$;
create index inspection_units_by_plate on inspection_units
  (plain_plate(unit_license), unit_license_state, inspection_id) where unit_license is not null;
create index sms_inspections_by_plate on sms_inspections
  (plain_plate(unit_license), unit_license_state, unique_id) where unit_license is not null;

-- The passenger files take precedence for a carrier that is in both, because only they have percentiles.
create view sms_outputs as
  with every as (
    select 1 as rank, 'AB' as population, true as is_passenger, p.* from sms_ab_passenger p
    union all
    select 2, 'C', true, p.* from sms_c_passenger p
    union all
    select 3, 'AB', false, usdot_number, insp_total, driver_insp_total, driver_oos_insp_total,
      vehicle_insp_total, vehicle_oos_insp_total,
      unsafe_driving_insp_w_viol, unsafe_driving_measure, null, null, null, unsafe_driving_ac, null,
      hours_of_service_insp_w_viol, hours_of_service_measure, null, null, null, hours_of_service_ac, null,
      driver_fitness_insp_w_viol, driver_fitness_measure, null, null, null, driver_fitness_ac, null,
      controlled_substances_insp_w_viol, controlled_substances_measure, null, null, null,
      controlled_substances_ac, null,
      vehicle_maintenance_insp_w_viol, vehicle_maintenance_measure, null, null, null, vehicle_maintenance_ac,
      null, unread
    from sms_ab_property
    union all
    select 4, 'C', false, usdot_number, insp_total, driver_insp_total, driver_oos_insp_total,
      vehicle_insp_total, vehicle_oos_insp_total,
      unsafe_driving_insp_w_viol, unsafe_driving_measure, null, null, null, unsafe_driving_ac, null,
      hours_of_service_insp_w_viol, hours_of_service_measure, null, null, null, hours_of_service_ac, null,
      driver_fitness_insp_w_viol, driver_fitness_measure, null, null, null, driver_fitness_ac, null,
      controlled_substances_insp_w_viol, controlled_substances_measure, null, null, null,
      controlled_substances_ac, null,
      vehicle_maintenance_insp_w_viol, vehicle_maintenance_measure, null, null, null, vehicle_maintenance_ac,
      null, unread
    from sms_c_property
  )
  select distinct on (usdot_number) * from every order by usdot_number, rank;

-- The average that an SMS run divides by: power units now, six and eighteen months ago, from the monthly SMS census.
-- For months before the archive began, the oldest known number is used.
create function average_power_units(run_date date)
returns table (usdot_number integer, average_power_units double precision, months_known integer)
language sql stable as $$
  select usdot_number, (now_ + coalesce(six, oldest) + coalesce(eighteen, oldest)) / 3.0,
    case when eighteen is not null then 18 when six is not null then 6 else 0 end
  from (
    select s.usdot_number,
      (array_agg(s.power_units order by s.snapshot_date desc))[1]::double precision as now_,
      (array_agg(s.power_units order by s.snapshot_date desc)
        filter (where s.snapshot_date <= run_date - interval '6 months'))[1] as six,
      (array_agg(s.power_units order by s.snapshot_date desc)
        filter (where s.snapshot_date <= run_date - interval '18 months'))[1] as eighteen,
      (array_agg(s.power_units order by s.snapshot_date))[1] as oldest
    from carrier_snapshots s
    where s.source = 'sms-census' and s.snapshot_date <= run_date and s.power_units is not null
    group by s.usdot_number
  ) known
$$;
