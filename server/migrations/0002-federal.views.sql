-- What the old licensing files and Motus say together. The old ones stand still since May 2026 and Motus holds
-- only whom it has met, so neither is enough: where Motus knows a carrier, its state is Motus's; histories are
-- joined. An import moves these views onto its new tables by itself.

-- BMC-91X, 91X and 91 are one family.
create function filing_kind(form_code text) returns text language sql immutable parallel safe as $$
  select case regexp_replace(upper(form_code), '[^0-9]', '', 'g')
    when '91' then 'BIPD' when '82' then 'BIPD' when '34' then 'CARGO' when '83' then 'CARGO'
    when '84' then 'SURETY' when '85' then 'TRUST FUND' end
$$;

create view carrier_dockets as
  select usdot_number, docket_prefix, docket_number, 'motus' as source from motus_carriers
  where docket_number <> 0
  union
  select usdot_number, docket_prefix, docket_number, 'legacy' from legacy_carriers
  where docket_number <> 0
  union
  select usdot_number, coalesce(docket.prefix, ''), docket.number, 'census'
  from company_census, lateral (values
    (docket1_prefix, docket1_number), (docket2_prefix, docket2_number), (docket3_prefix, docket3_number)
  ) as docket (prefix, number)
  where docket.number <> 0;

-- status: A active, I inactive, N none. Motus has no common/contract split: a motor carrier's authority counts as
-- common, and contract authority is known from the old files only.
create view carrier_authorities as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, authority_type,
    case when authority_type ilike '%broker%' then 'broker'
      when authority_type ilike '%freight forwarder%' then 'forwarder' else 'common' end as authority,
    case authority_status when 'Active' then 'A' when 'Pending' then 'N' else 'I' end as status,
    authority_status = 'Pending' as is_pending, null::boolean as in_revocation
  from motus_carriers
  union all
  select old.usdot_number, old.docket_prefix, old.docket_number, 'legacy', null, one.authority, one.status,
    one.is_pending, one.in_revocation
  from legacy_carriers old, lateral (values
    ('common', common_status, common_pending, common_in_revocation),
    ('contract', contract_status, contract_pending, contract_in_revocation),
    ('broker', broker_status, broker_pending, broker_in_revocation)
  ) as one (authority, status, is_pending, in_revocation)
  where one.authority = 'contract' or old.usdot_number = 0
    or not exists (select from motus_carriers new where new.usdot_number = old.usdot_number);

-- Filings in force or about to be, amounts in dollars. Of the old files ActPendInsur knows more than Insur.
create view carrier_filings as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, form_code,
    filing_kind(form_code) as kind, class_code, company_name, policy_number, max_coverage_dollars,
    underlying_limit_dollars, transaction_date as posted_date, effective_date,
    (select max(ended.cancel_effective_date) from motus_insurance_history ended
      where ended.usdot_number = filed.usdot_number and ended.policy_number = filed.policy_number
        and ended.form_code = filed.form_code and ended.cancel_effective_date >= current_date
    ) as cancel_effective_date
  from motus_insurance filed
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', form_code, filing_kind(form_code),
    case when type_desc ilike '%excess%' then 'E' when type_desc ilike '%primary%' then 'P' end, company_name,
    policy_number, max_coverage_dollars, underlying_limit_dollars, posted_date, effective_date,
    cancel_effective_date
  from legacy_active_insurance old
  where old.usdot_number = 0
    or not exists (select from motus_insurance new where new.usdot_number = old.usdot_number)
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', form_code,
    case type_code when 1 then 'BIPD' when 2 then 'CARGO' when 3 then 'SURETY' when 4 then 'TRUST FUND' end,
    class_code, company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, null,
    effective_date, null
  from legacy_insurance old
  where old.usdot_number = 0
    or (not exists (select from motus_insurance new where new.usdot_number = old.usdot_number)
      and not exists (select from legacy_active_insurance fuller where fuller.usdot_number = old.usdot_number));

-- Policies that ended; each once, though both systems may tell of it.
create view carrier_filing_history as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, form_code,
    filing_kind(form_code) as kind, class_code, company_name, policy_number, max_coverage_dollars,
    underlying_limit_dollars, effective_date, cancel_effective_date,
    filing_status_reason as cancellation_method
  from motus_insurance_history
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', form_code, filing_kind(form_code), class_code,
    company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, effective_date,
    cancel_effective_date, coalesce(specific_cancellation_method, cancellation_method)
  from legacy_insurance_history old
  where not exists (select from motus_insurance_history new
    where new.usdot_number = old.usdot_number and new.usdot_number <> 0
      and new.policy_number = old.policy_number and filing_kind(new.form_code) = filing_kind(old.form_code)
      and new.cancel_effective_date = old.cancel_effective_date);

create view carrier_authority_events as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, authority_type,
    concat_ws('/', authority_status, reason) as original_action, status_change_date as action_date,
    null::text as disposition_action, null::date as disposition_date
  from motus_authority_history
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', authority_type, original_action,
    original_served_date, final_action, final_served_date
  from legacy_authority_history;

-- Authority that was given and not ended. A revocation that was discontinued ended nothing.
create view carrier_authority_grants as
  select usdot_number, docket_prefix, docket_number, source, authority_type,
    case when authority_type ilike '%broker%' then 'broker' when authority_type ilike '%forwarder%' then 'forwarder'
      when authority_type ilike '%contract%' then 'contract' else 'common' end as authority,
    action_date as granted_date
  from carrier_authority_events
  where (source = 'motus' and original_action ilike 'active%')
    or (original_action in ('GRANTED', 'REINSTATED')
      and coalesce(disposition_action, 'DISCONTINUED REVOCATION') = 'DISCONTINUED REVOCATION');

create view carrier_process_agents as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, company_name, street, city, state, zip,
    country
  from motus_process_agents
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', company_name, street, city, state, zip, country
  from legacy_process_agents old
  where old.usdot_number = 0
    or not exists (select from motus_process_agents new where new.usdot_number = old.usdot_number);

create view carrier_revocations as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, authority_type, order_type, served_date,
    effective_date
  from motus_revocations
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', authority_type, revocation_type, served_date,
    effective_date
  from legacy_revocations;

-- The passenger files are the better ones where a carrier stands in both: they alone have percentiles.
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

-- The average an SMS run divides by: power units now, six and eighteen months ago, from the monthly SMS census.
-- What was before the archive began counts as the oldest number known.
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
