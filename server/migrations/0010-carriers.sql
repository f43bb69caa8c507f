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
    unit.make, unit.type as unit_type, coalesce(unit.type !~* 'trailer|dolly|chassis', unit.place = 1) as is_power
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

-- Every violation with the weights of the SMS file; those that only the daily files tell of (newer than the SMS
-- run) with the weight that the code list gives. time_weight is null there: it depends on the day one looks.
create view carrier_violations as
  select v.usdot_number, 'sms' as source, v.unique_id as record_id, v.insp_date, i.report_number,
    coalesce(i.county_code_state, i.report_state) as state, v.viol_code as code,
    coalesce(v.section_desc, v.group_desc) as description, v.group_desc as violation_group, v.basic_desc as basic,
    coalesce(v.severity_weight, 0) as severity_weight, v.time_weight, coalesce(v.oos_weight, 0) as oos_weight,
    coalesce(v.oos_indicator, false) as out_of_service, v.viol_unit as unit,
    case when v.viol_unit = '2' then i.vin2 else i.vin end as vin,
    case when v.viol_unit = '2' then i.unit_license2 else i.unit_license end as plate,
    case when v.viol_unit = '2' then i.unit_license_state2 else i.unit_license_state end as plate_state
  from sms_violations v
  left join sms_inspections i on i.usdot_number = v.usdot_number and i.unique_id = v.unique_id
  union all
  select i.usdot_number, 'daily', i.inspection_id, i.insp_date, bare_report(i.report_state, i.report_number),
    coalesce(i.county_code_state, i.report_state), said.code,
    coalesce(v.viol_desc, known.description, known.violation_group), known.violation_group, known.basic,
    coalesce(known.severity_weight, 0), null,
    case when said.is_oos and coalesce(known.basic, '') <> 'Unsafe Driving' then 2 else 0 end, said.is_oos,
    v.viol_unit, u.vin, u.unit_license, u.unit_license_state
  from inspections i
  join inspection_violations v using (inspection_id)
  cross join lateral (select coalesce(v.viol_code, concat(v.part_no, '.', v.part_no_section)) as code,
    coalesce(v.out_of_service_indicator in ('Y', 'Z'), false) as is_oos) said
  left join lateral (
    select c.description, c.violation_group, c.basic, c.severity_weight from violation_codes c
    where upper(regexp_replace(c.violation_code, '[^A-Za-z0-9]', '', 'g'))
      = upper(regexp_replace(said.code, '[^A-Za-z0-9]', '', 'g'))
    order by c.severity_weight desc nulls last limit 1) known on true
  left join lateral (
    select n.vin, n.unit_license, n.unit_license_state from inspection_units n
    where n.inspection_id = v.inspection_id and (n.unit_id = v.unit_id or v.unit_id is null)
    order by case when n.unit_number::text = v.viol_unit then 0 else 1 end,
      case when n.unit_type_id in (1, 4, 5, 8, 10, 11, 12) then 0 else 1 end, n.unit_number limit 1) u on true
  where not exists (select from sms_inspections s
    where s.usdot_number = i.usdot_number and s.insp_date = i.insp_date and s.report_state = i.report_state
      and bare_report(s.report_state, s.report_number) = bare_report(i.report_state, i.report_number));

-- One row for each vehicle of the carrier in a recordable crash: the place from the daily file, weight and
-- preventability from the SMS file, each where it has the crash.
create view carrier_crashes as
  select c.usdot_number, c.report_state, bare_report(c.report_state, c.report_number) as report_number,
    c.report_seq_no, c.report_date, concat_ws(', ', c.location, initcap(c.city)) as location,
    coalesce(c.state, c.report_state) as state, c.county_code, c.vin, c.vehicle_license_number as plate,
    c.vehicle_license_state as plate_state, coalesce(c.fatalities, 0) as fatalities,
    coalesce(c.injuries, 0) as injuries, coalesce(c.tow_away, false) as tow_away,
    coalesce(c.hazmat_released, false) as hazmat_released, s.severity_weight,
    coalesce(s.not_preventable, false) as not_preventable
  from crashes c
  left join lateral (
    select n.severity_weight, n.not_preventable from sms_crashes n
    where n.usdot_number = c.usdot_number and n.report_state = c.report_state
      and bare_report(n.report_state, n.report_number) = bare_report(c.report_state, c.report_number)
    order by case when ltrim(n.report_seq_no, '0') = ltrim(c.report_seq_no, '0') then 0 else 1 end limit 1) s on true
  where c.federal_recordable is not false
  union all
  select s.usdot_number, s.report_state, bare_report(s.report_state, s.report_number), s.report_seq_no, s.report_date,
    '', s.report_state, null, s.vin, s.vehicle_license_number, s.vehicle_license_state, coalesce(s.fatalities, 0),
    coalesce(s.injuries, 0), coalesce(s.tow_away, false), coalesce(s.hazmat_released, false), s.severity_weight,
    coalesce(s.not_preventable, false)
  from sms_crashes s
  where not exists (select from crashes c
    where c.usdot_number = s.usdot_number and c.report_state = s.report_state and c.federal_recordable is not false
      and bare_report(c.report_state, c.report_number) = bare_report(s.report_state, s.report_number));
