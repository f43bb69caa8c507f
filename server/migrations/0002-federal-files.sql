-- The federal files, one table each. An import fills a table like the one here, gives it the same indexes and replaces the
-- one here with it, so these definitions are also what the next import creates. Per-carrier tables have usdot_number
-- (0 = unknown) in their primary key, no foreign keys and no triggers: they can be distributed by it. "unread" holds the texts
-- that could not be parsed, by column.

create table county_codes (
  state text not null, county_code bigint not null, county_name text, unread jsonb,
  primary key (state, county_code)
);

create table wmi_vehicle_types (
  wmi text not null, vehicle_type text, manufacturer text, make text, country text, truck_type_id smallint,
  unread jsonb, primary key (wmi)
);

create table violation_codes (
  row_hash bigint not null, violation_code text, basic text, violation_group text, severity_weight smallint,
  in_driver_sms boolean, description text, unread jsonb, primary key (row_hash)
);

create table company_census (
  usdot_number integer not null, mcs150_date date, add_date date, status_code text, dun_bradstreet_no text,
  carrier_operation text, business_org_id smallint, mcs150_mileage bigint, mcs150_mileage_year smallint,
  prior_revoke_flag boolean, prior_revoke_usdot_number integer, phone text, fax text, cell_phone text,
  company_officer_1 text, company_officer_2 text, business_org_desc text, truck_units integer,
  power_units integer, bus_units integer, fleet_size text, recordable_crash_rate double precision,
  carship text, docket1_prefix text, docket1_number integer, docket2_prefix text, docket2_number integer,
  docket3_prefix text, docket3_number integer, primary_usdot_number integer, intrastate_drivers integer,
  hm_indicator boolean, total_cdl integer, total_drivers integer, classdef text, legal_name text,
  dba_name text, phy_street text, phy_city text, phy_country text, phy_state text, phy_zip text,
  phy_county_code text, mailing_street text, mailing_state text, mailing_city text, mailing_country text,
  mailing_zip text, interstate_drivers integer, email_address text, review_type text, review_date date,
  safety_rating text, safety_rating_date date, cargo_other text, owned_trucks integer,
  owned_tractors integer, owned_trailers integer, owned_coaches integer, term_leased_trucks integer,
  term_leased_tractors integer, term_leased_trailers integer, term_leased_coaches integer,
  trip_leased_trucks integer, trip_leased_tractors integer, trip_leased_trailers integer,
  trip_leased_coaches integer, docket1_record_status text, docket2_record_status text,
  docket3_record_status text, cargo_classes smallint[], unread jsonb, primary key (usdot_number)
);

create table motus_carriers (
  usdot_number integer not null, docket_prefix text not null, docket_number integer not null,
  authority_type text not null, authority_status text, bipd_required_dollars bigint, cargo_required boolean,
  bond_required boolean, cargo_on_file boolean, bond_on_file boolean, dba_name text, legal_name text,
  unread jsonb, primary key (usdot_number, docket_prefix, docket_number, authority_type)
);

create table legacy_carriers (
  usdot_number integer not null, docket_prefix text not null, docket_number integer not null,
  common_status text, contract_status text, broker_status text, common_pending boolean,
  contract_pending boolean, broker_pending boolean, common_in_revocation boolean,
  contract_in_revocation boolean, broker_in_revocation boolean, property boolean, passenger boolean,
  household_goods boolean, private_authority boolean, enterprise boolean, bipd_required_dollars bigint,
  cargo_required boolean, bond_required boolean, bipd_on_file_dollars bigint, cargo_on_file boolean,
  bond_on_file boolean, dba_name text, legal_name text, unread jsonb,
  primary key (usdot_number, docket_prefix, docket_number)
);

create table motus_insurance (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, form_code text, type_code text, class_code text,
  max_coverage_dollars bigint, underlying_limit_dollars bigint, policy_number text, effective_date date,
  company_name text, transaction_date date, unread jsonb, primary key (usdot_number, row_hash)
);
create index motus_insurance_without_carrier on motus_insurance (docket_prefix, docket_number) where usdot_number = 0;

create table motus_insurance_history (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, form_code text, filing_status_reason text, type_code text,
  type_indicator text, policy_number text, type_desc text, min_coverage_dollars bigint, class_code text,
  effective_date date, underlying_limit_dollars bigint, max_coverage_dollars bigint,
  cancel_effective_date date, company_name text, unread jsonb, primary key (usdot_number, row_hash)
);
create index motus_insurance_history_without_carrier on motus_insurance_history (docket_prefix, docket_number) where usdot_number = 0;

create table motus_authority_history (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, authority_type text, authority_status text, reason text,
  status_change_date date, unread jsonb, primary key (usdot_number, row_hash)
);
create index motus_authority_history_without_carrier on motus_authority_history (docket_prefix, docket_number) where usdot_number = 0;

create table motus_process_agents (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, company_name text, street text, city text, state text, zip text,
  country text, unread jsonb, primary key (usdot_number, row_hash)
);
create index motus_process_agents_without_carrier on motus_process_agents (docket_prefix, docket_number) where usdot_number = 0;

create table motus_revocations (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, authority_type text, served_date date, order_type text,
  effective_date date, unread jsonb, primary key (usdot_number, row_hash)
);
create index motus_revocations_without_carrier on motus_revocations (docket_prefix, docket_number) where usdot_number = 0;

create table legacy_insurance (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, type_code smallint, class_code text, max_coverage_dollars bigint,
  underlying_limit_dollars bigint, policy_number text, effective_date date, form_code text,
  company_name text, unread jsonb, primary key (usdot_number, row_hash)
);
create index legacy_insurance_without_carrier on legacy_insurance (docket_prefix, docket_number) where usdot_number = 0;

create table legacy_active_insurance (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, form_code text, type_desc text, company_name text, policy_number text,
  posted_date date, underlying_limit_dollars bigint, max_coverage_dollars bigint, effective_date date,
  cancel_effective_date date, unread jsonb, primary key (usdot_number, row_hash)
);
create index legacy_active_insurance_without_carrier on legacy_active_insurance (docket_prefix, docket_number) where usdot_number = 0;

create table legacy_insurance_history (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, form_code text, cancellation_method text, cancel_form_code text,
  type_indicator text, type_desc text, policy_number text, min_coverage_dollars bigint, class_code text,
  effective_date date, underlying_limit_dollars bigint, max_coverage_dollars bigint,
  cancel_effective_date date, specific_cancellation_method text, company_branch text, company_name text,
  unread jsonb, primary key (usdot_number, row_hash)
);
create index legacy_insurance_history_without_carrier on legacy_insurance_history (docket_prefix, docket_number) where usdot_number = 0;

create table legacy_authority_history (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, sub_number text, authority_type text, original_action text,
  original_served_date date, final_action text, final_decided_date date, final_served_date date,
  unread jsonb, primary key (usdot_number, row_hash)
);
create index legacy_authority_history_without_carrier on legacy_authority_history (docket_prefix, docket_number) where usdot_number = 0;

create table legacy_process_agents (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, company_name text, attention text, street text, city text, state text,
  country text, zip text, unread jsonb, primary key (usdot_number, row_hash)
);
create index legacy_process_agents_without_carrier on legacy_process_agents (docket_prefix, docket_number) where usdot_number = 0;

create table legacy_revocations (
  usdot_number integer not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, authority_type text, served_date date, revocation_type text,
  effective_date date, unread jsonb, primary key (usdot_number, row_hash)
);
create index legacy_revocations_without_carrier on legacy_revocations (docket_prefix, docket_number) where usdot_number = 0;

create table out_of_service_orders (
  usdot_number integer not null, row_hash bigint not null, legal_name text, dba_name text, oos_date date,
  oos_reason text, entity_status text, rescind_date date, unread jsonb, primary key (usdot_number, row_hash)
);

create table inspection_units (
  inspection_id bigint not null, unit_id bigint not null, unit_type_id smallint, unit_number smallint,
  unit_make text, company_number text, unit_license text, unit_license_state text, vin text, unread jsonb,
  primary key (inspection_id, unit_id)
);

create table inspection_violations (
  inspection_id bigint not null, violation_id bigint not null, seq_no smallint, part_no text,
  part_no_section text, viol_unit text, unit_id bigint, category_id smallint, out_of_service_indicator text,
  defect_verification_id smallint, citation_number text, viol_code text, viol_desc text, unread jsonb,
  primary key (inspection_id, violation_id)
);

create table inspections (
  usdot_number integer not null, inspection_id bigint not null, report_state text, report_number text,
  insp_date date, insp_start_time time, insp_end_time time, ci_status_code text, location text,
  location_desc text, county_code_state text, county_code integer, insp_level_id smallint,
  insp_facility text, shipper_name text, hazmat_placard_req boolean, post_accident boolean,
  gross_weight_pounds integer, viol_total smallint, oos_total smallint, driver_viol_total smallint, driver_oos_total smallint,
  vehicle_viol_total smallint, vehicle_oos_total smallint, hazmat_viol_total smallint,
  hazmat_oos_total smallint, carrier_name text, docket text, interstate boolean, unread jsonb,
  primary key (usdot_number, inspection_id)
);

create table crashes (
  usdot_number integer not null, crash_id bigint not null, report_seq_no text not null, report_state text,
  report_number text, report_date date, report_time time, ci_status_code text, location text, city text,
  state text, county_code integer, truck_bus_ind text, trafficway_id smallint, access_control_id smallint,
  road_surface_condition_id smallint, cargo_body_type_id smallint, gvw_rating_id smallint, vin text,
  vehicle_license_number text, vehicle_license_state text, vehicle_hazmat_placard boolean,
  weather_condition_id smallint, vehicle_configuration_id smallint, light_condition_id smallint,
  hazmat_released boolean, agency text, vehicles_in_accident smallint, fatalities smallint,
  injuries smallint, tow_away boolean, federal_recordable boolean, state_recordable boolean,
  carrier_name text, docket text, carrier_interstate text, event_sequence text, unread jsonb,
  primary key (usdot_number, crash_id, report_seq_no)
);

create table sms_census (
  usdot_number integer not null, legal_name text, dba_name text, carrier_operation text, hm_flag boolean,
  pc_flag boolean, phy_street text, phy_city text, phy_state text, phy_zip text, phy_country text,
  mailing_street text, mailing_city text, mailing_state text, mailing_zip text, mailing_country text,
  telephone text, fax text, email_address text, mcs150_date date, mcs150_mileage bigint,
  mcs150_mileage_year smallint, add_date date, oic_state text, power_units integer, total_drivers integer,
  recent_mileage bigint, recent_mileage_year smallint, vmt_source_id smallint, private_only boolean,
  authorized_for_hire boolean, exempt_for_hire boolean, private_property boolean,
  private_passenger_business boolean, private_passenger_nonbusiness boolean, migrant boolean,
  us_mail boolean, federal_government boolean, state_government boolean, local_government boolean,
  indian_tribe boolean, op_other text, unread jsonb, primary key (usdot_number)
);

create table sms_inspections (
  usdot_number integer not null, unique_id bigint not null, report_number text, report_state text,
  insp_date date, insp_level_id smallint, county_code_state text, time_weight smallint,
  driver_oos_total smallint, vehicle_oos_total smallint, total_hazmat_sent smallint, oos_total smallint,
  hazmat_oos_total smallint, hazmat_placard_req boolean, unit_type_desc text, unit_make text,
  unit_license text, unit_license_state text, vin text, unit_decal_number text, unit_type_desc2 text,
  unit_make2 text, unit_license2 text, unit_license_state2 text, vin2 text, unit_decal_number2 text,
  unsafe_insp boolean, fatigued_insp boolean, dr_fitness_insp boolean, subt_alcohol_insp boolean,
  vh_maint_insp boolean, hm_insp boolean, basic_viol smallint, unsafe_viol smallint, fatigued_viol smallint,
  dr_fitness_viol smallint, subt_alcohol_viol smallint, vh_maint_viol smallint, hm_viol smallint,
  unread jsonb, primary key (usdot_number, unique_id)
);

create table sms_violations (
  usdot_number integer not null, unique_id bigint not null, row_no integer not null, insp_date date,
  viol_code text, basic_desc text, oos_indicator boolean, oos_weight smallint, severity_weight smallint,
  time_weight smallint, total_severity_weight smallint, section_desc text, group_desc text, viol_unit text,
  unread jsonb, primary key (usdot_number, unique_id, row_no)
);

create table sms_crashes (
  usdot_number integer not null, report_state text not null, report_number text not null,
  report_seq_no text not null, report_date date, fatalities smallint, injuries smallint, tow_away boolean,
  hazmat_released boolean, trafficway_desc text, access_control_desc text, road_surface_condition_desc text,
  weather_condition_desc text, light_condition_desc text, vin text, vehicle_license_number text,
  vehicle_license_state text, severity_weight smallint, time_weight smallint, citation_issued_desc text,
  seq_num smallint, not_preventable boolean, unread jsonb,
  primary key (usdot_number, report_state, report_number, report_seq_no)
);

create table sms_ab_property (
  usdot_number integer not null, insp_total integer, driver_insp_total integer,
  driver_oos_insp_total integer, vehicle_insp_total integer, vehicle_oos_insp_total integer,
  unsafe_driving_insp_w_viol integer, unsafe_driving_measure double precision, unsafe_driving_ac boolean,
  hours_of_service_insp_w_viol integer, hours_of_service_measure double precision,
  hours_of_service_ac boolean, driver_fitness_insp_w_viol integer, driver_fitness_measure double precision,
  driver_fitness_ac boolean, controlled_substances_insp_w_viol integer,
  controlled_substances_measure double precision, controlled_substances_ac boolean,
  vehicle_maintenance_insp_w_viol integer, vehicle_maintenance_measure double precision,
  vehicle_maintenance_ac boolean, unread jsonb, primary key (usdot_number)
);

create table sms_c_property (like sms_ab_property including all);

create table sms_ab_passenger (
  usdot_number integer not null, insp_total integer, driver_insp_total integer,
  driver_oos_insp_total integer, vehicle_insp_total integer, vehicle_oos_insp_total integer,
  unsafe_driving_insp_w_viol integer, unsafe_driving_measure double precision,
  unsafe_driving_percentile smallint, unsafe_driving_percentile_text text,
  unsafe_driving_roadside_alert boolean, unsafe_driving_ac boolean, unsafe_driving_basic_alert boolean,
  hours_of_service_insp_w_viol integer, hours_of_service_measure double precision,
  hours_of_service_percentile smallint, hours_of_service_percentile_text text,
  hours_of_service_roadside_alert boolean, hours_of_service_ac boolean, hours_of_service_basic_alert boolean,
  driver_fitness_insp_w_viol integer, driver_fitness_measure double precision,
  driver_fitness_percentile smallint, driver_fitness_percentile_text text,
  driver_fitness_roadside_alert boolean, driver_fitness_ac boolean, driver_fitness_basic_alert boolean,
  controlled_substances_insp_w_viol integer, controlled_substances_measure double precision,
  controlled_substances_percentile smallint, controlled_substances_percentile_text text,
  controlled_substances_roadside_alert boolean, controlled_substances_ac boolean,
  controlled_substances_basic_alert boolean, vehicle_maintenance_insp_w_viol integer,
  vehicle_maintenance_measure double precision, vehicle_maintenance_percentile smallint,
  vehicle_maintenance_percentile_text text, vehicle_maintenance_roadside_alert boolean,
  vehicle_maintenance_ac boolean, vehicle_maintenance_basic_alert boolean, unread jsonb,
  primary key (usdot_number)
);

create table sms_c_passenger (like sms_ab_passenger including all);

create index sms_inspections_by_vin on sms_inspections (vin) where vin is not null;
create index sms_inspections_by_second_vin on sms_inspections (vin2) where vin2 is not null;
create index inspection_units_by_vin on inspection_units (vin) where vin is not null;
create index inspections_by_id on inspections (inspection_id);
create index crashes_by_vin on crashes (vin) where vin is not null;
create index legacy_carriers_by_docket on legacy_carriers (docket_number, docket_prefix);
create index motus_carriers_by_docket on motus_carriers (docket_number, docket_prefix);

-- Every load. The table of a dataset holds its current load.
create table federal_loads (
  id integer generated by default as identity primary key,
  dataset text not null, file_name text not null, file_bytes bigint not null, content_hash text not null,
  as_of date not null, rows_read bigint not null, rows_kept bigint not null, rows_rejected bigint not null,
  rows_repeated bigint not null, rows_blank bigint not null, cells_unread bigint not null,
  reject_file text, is_current boolean not null, loaded_at timestamptz not null default now(),
  seconds double precision not null,
  -- A load of the synthetic demo. The first import of a real file removes the demo (demo/replace-demo.ts).
  is_demo boolean not null default false
);
create unique index federal_loads_current on federal_loads (dataset) where is_current;
create index federal_loads_by_dataset on federal_loads (dataset, loaded_at desc);

-- Our own archive of the census, which FMCSA overwrites: a row for each day on which a carrier's numbers changed.
create table carrier_snapshots (
  usdot_number integer not null, source text not null, snapshot_date date not null,
  power_units integer, drivers integer, mileage bigint, mileage_year smallint, mcs150_date date,
  primary key (usdot_number, source, snapshot_date)
);
