-- What the carrier's observations and profile are read from.

-- By VIN and by plate, over all carriers; the newest picture of a carrier, however many federal records it has.
create index observations_by_vin on observations (vin) where vin <> '';
create index observations_by_plate on observations (alpr_plate_number)
  where alpr_plate_number <> '' and type = 'Detection';
create index observations_with_picture on observations (usdot_number, time_captured) where image_id is not null;

-- VINs that were read without doubt, of one carrier.
create index observations_read_vins on observations (usdot_number, vin) where vin_ocr_score = 'High' and vin <> '';

-- An import gives these to the table it puts in this one's place.
create index violation_codes_by_code on violation_codes
  (upper(regexp_replace(violation_code, '[^A-Za-z0-9]', '', 'g')));
create index sms_crashes_by_vin on sms_crashes (vin) where vin is not null;
create index company_census_by_phone on company_census (phone) where phone is not null;
create index company_census_by_address on company_census (lower(phy_street), phy_zip) where phy_street is not null;

-- The last day of the 24 months that are looked at: that of the newest file of events, or an earlier one asked for.
create function federal_window_end(as_of date) returns date language sql stable as $$
  select least($1, coalesce((select max(l.as_of) from federal_loads l where l.is_current and l.dataset in
    ('sms-inspection', 'sms-violation', 'sms-crash', 'vehicle-inspection', 'crash-file')), current_date))
$$;

-- Daily files write the state before the report number, SMS files do not.
create function bare_report(state text, report text) returns text language sql immutable parallel safe as $$
  select case when left(report, 2) = state then substr(report, 3) else report end
$$;

-- The same report in two files: without it a carrier with n inspections would cost n × n comparisons.
create index sms_inspections_by_report on sms_inspections
  (usdot_number, insp_date, bare_report(report_state, report_number));

-- Every inspection once: the SMS file's row where it has one, for that has the weights; else the daily file's.
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

-- The vehicles of the inspections, of both files; the same one may stand here twice.
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

-- One row for each vehicle of the carrier in a recordable crash: the place from the daily file, weight and
-- preventability from the SMS file, each where it has the crash. Told apart by one sort, not by a join: a carrier may
-- have thousands.
create view carrier_crashes as
  select usdot_number, report_state, report_number, report_seq_no, report_date, location, state, county_code, vin,
    plate, plate_state, fatalities, injuries, tow_away, hazmat_released, weight as severity_weight,
    coalesce(found_not_preventable, false) as not_preventable
  from (
    select told.*, max(told.severity_weight) over report as weight,
      bool_or(told.not_preventable) over report as found_not_preventable,
      bool_or(told.is_daily) over report as has_daily
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
    ) told
    window report as (partition by usdot_number, report_state, report_number)
  ) every where is_daily or not has_daily;
