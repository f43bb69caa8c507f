-- Licensing data of the legacy and the Motus files, merged per kind. Motus has only what it has processed since May 2026, so a
-- filing or authority that it lacks is not lost: the legacy row counts until Motus has one of the same kind or reports its
-- end. Histories are joined. source_dataset and source_date say which file a row is from, and the day of the file. An import
-- moves these views to its new tables.

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

-- The type code decides: Motus files liability insurance (type 1) on several forms, BMC-35 among them.
create function filing_kind(form_code text, type_code text, description text) returns text
language sql immutable parallel safe as $$
  select case ltrim(type_code, '0') when '1' then 'BIPD' when '2' then 'CARGO' when '3' then 'SURETY'
      when '4' then 'TRUST FUND'
    else case regexp_replace(upper(form_code), '[^0-9]', '', 'g')
      when '91' then 'BIPD' when '82' then 'BIPD' when '34' then 'CARGO' when '83' then 'CARGO'
      when '84' then 'SURETY' when '85' then 'TRUST FUND'
      else case when description ~* '^bi&?pd' then 'BIPD' when description ~* '^cargo' then 'CARGO'
        when description ~* '^(surety|bond)' then 'SURETY' when description ~* '^trust' then 'TRUST FUND' end end end
$$;

create function plain_policy(policy_number text) returns text language sql immutable parallel safe as $$
  select upper(regexp_replace(policy_number, '[^A-Za-z0-9]', '', 'g'))
$$;

-- A filing above an underlying limit is excess coverage.
create function is_excess(class_code text, underlying_limit_dollars bigint) returns boolean
language sql immutable parallel safe as $$
  select coalesce(upper(class_code) = 'E', underlying_limit_dollars > 0, false)
$$;

create function federal_file_date(dataset_name text) returns date language sql stable parallel safe as $$
  select as_of from federal_loads where dataset = dataset_name and is_current
$$;

-- Filings that are in force or will be, with amounts in dollars. Of the legacy files, ActPendInsur has more rows than Insur.
create view carrier_filings as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, form_code,
    filing_kind(form_code, type_code, null) as kind,
    case when is_excess(class_code, underlying_limit_dollars) then 'E' else coalesce(class_code, 'P') end as class_code,
    company_name, policy_number, max_coverage_dollars,
    underlying_limit_dollars, transaction_date as posted_date, effective_date,
    (select max(ended.cancel_effective_date) from motus_insurance_history ended
      where ended.usdot_number = filed.usdot_number
        and plain_policy(ended.policy_number) = plain_policy(filed.policy_number)
        and filing_kind(ended.form_code, ended.type_code, ended.type_desc)
          is not distinct from filing_kind(filed.form_code, filed.type_code, null)
        and ended.cancel_effective_date >= current_date
    ) as cancel_effective_date,
    'motus-insur' as source_dataset, federal_file_date('motus-insur') as source_date
  from motus_insurance filed
  union all
  select old.usdot_number, old.docket_prefix, old.docket_number, 'legacy', old.form_code, old.kind, old.class_code,
    old.company_name, old.policy_number, old.max_coverage_dollars, old.underlying_limit_dollars, old.posted_date,
    old.effective_date, coalesce(old.cancel_effective_date, (
      select max(ended.cancel_effective_date) from motus_insurance_history ended
      where ended.usdot_number = old.usdot_number and old.usdot_number <> 0
        and plain_policy(ended.policy_number) = plain_policy(old.policy_number)
        and filing_kind(ended.form_code, ended.type_code, ended.type_desc) is not distinct from old.kind)),
    old.source_dataset, federal_file_date(old.source_dataset)
  from (
    select usdot_number, docket_prefix, docket_number, form_code, filing_kind(form_code, null, type_desc) as kind,
      case when type_desc ilike '%excess%' or is_excess(null, underlying_limit_dollars) then 'E' else 'P' end
        as class_code,
      company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, posted_date, effective_date,
      cancel_effective_date, 'legacy-act-pend-insur' as source_dataset
    from legacy_active_insurance
    union all
    select usdot_number, docket_prefix, docket_number, form_code, filing_kind(form_code, type_code::text, null),
      case when is_excess(class_code, underlying_limit_dollars) then 'E' else coalesce(class_code, 'P') end,
      company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, null, effective_date, null,
      'legacy-insur'
    from legacy_insurance plain
    where plain.usdot_number = 0 or not exists (
      select from legacy_active_insurance fuller where fuller.usdot_number = plain.usdot_number
        and filing_kind(fuller.form_code, null, fuller.type_desc)
          is not distinct from filing_kind(plain.form_code, plain.type_code::text, null))
  ) old
  where old.usdot_number = 0 or not exists (
    select from motus_insurance new where new.usdot_number = old.usdot_number
      and filing_kind(new.form_code, new.type_code, null) is not distinct from old.kind
      and is_excess(new.class_code, new.underlying_limit_dollars) = (old.class_code = 'E'));

-- Policies that ended. A policy that both systems have is listed once.
create view carrier_filing_history as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, form_code,
    filing_kind(form_code, type_code, type_desc) as kind, class_code, company_name, policy_number,
    max_coverage_dollars, underlying_limit_dollars, effective_date, cancel_effective_date,
    filing_status_reason as cancellation_method, 'motus-ins-hist' as source_dataset,
    federal_file_date('motus-ins-hist') as source_date
  from motus_insurance_history
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', form_code, filing_kind(form_code, null, type_desc),
    class_code, company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, effective_date,
    cancel_effective_date, coalesce(specific_cancellation_method, cancellation_method), 'legacy-ins-hist',
    federal_file_date('legacy-ins-hist')
  from legacy_insurance_history old
  where not exists (select from motus_insurance_history new
    where new.usdot_number = old.usdot_number and new.usdot_number <> 0
      and plain_policy(new.policy_number) = plain_policy(old.policy_number)
      and filing_kind(new.form_code, new.type_code, new.type_desc)
        is not distinct from filing_kind(old.form_code, null, old.type_desc)
      and new.cancel_effective_date = old.cancel_effective_date);

-- What a Motus authority type is about: the authority, and what a motor carrier may carry.
create function motus_authority(authority_type text) returns text language sql immutable parallel safe as $$
  select case when authority_type ilike '%broker%' then 'broker'
    when authority_type ilike '%forwarder%' then 'forwarder' else 'common' end
$$;
create function motus_carries(authority_type text) returns text language sql immutable parallel safe as $$
  select case when motus_authority(authority_type) <> 'common' then null
    when authority_type ilike '%passenger%' then 'passenger'
    when authority_type ~* '(?<!except )household goods' then 'household goods' else 'property' end
$$;

-- status: A active, I inactive, N none. Pending and withdrawn applications are no authority. Motus has no common/contract
-- split: a motor carrier's authority counts as common. Contract authority is in the legacy file only; it ends when Motus
-- lists the authority to carry the same as inactive.
create view carrier_authorities as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, authority_type,
    motus_authority(authority_type) as authority,
    case authority_status when 'Active' then 'A' when 'Pending' then 'N' when 'Withdrawn' then 'N' else 'I' end
      as status,
    authority_status = 'Pending' as is_pending, null::boolean as in_revocation, motus_carries(authority_type) as carries,
    'motus-carrier' as source_dataset, federal_file_date('motus-carrier') as source_date
  from motus_carriers
  union all
  select old.usdot_number, old.docket_prefix, old.docket_number, 'legacy', null, one.authority,
    case when one.authority = 'contract' and one.status = 'A' and decided.is_inactive then 'I' else one.status end,
    one.is_pending, one.in_revocation, kind.carries, 'legacy-carrier', federal_file_date('legacy-carrier')
  from legacy_carriers old
  cross join lateral (values
    ('common', common_status, common_pending, common_in_revocation),
    ('contract', contract_status, contract_pending, contract_in_revocation),
    ('broker', broker_status, broker_pending, broker_in_revocation)
  ) as one (authority, status, is_pending, in_revocation)
  cross join lateral (
    select 'property' as carries where one.authority <> 'broker'
      and (property or not (coalesce(passenger, false) or coalesce(household_goods, false)))
    union all select 'passenger' where one.authority <> 'broker' and passenger
    union all select 'household goods' where one.authority <> 'broker' and household_goods
    union all select null where one.authority = 'broker'
  ) as kind
  left join lateral (
    select bool_and(new.authority_status <> 'Active') as is_inactive from motus_carriers new
    where new.usdot_number = old.usdot_number and old.usdot_number <> 0
      and new.authority_status not in ('Pending', 'Withdrawn')
      and motus_authority(new.authority_type) = case one.authority when 'contract' then 'common' else one.authority end
      and motus_carries(new.authority_type) is not distinct from kind.carries
  ) as decided on true
  where one.authority = 'contract' or decided.is_inactive is null;

create view carrier_authority_events as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, authority_type,
    concat_ws('/', authority_status, reason) as original_action, status_change_date as action_date,
    null::text as disposition_action, null::date as disposition_date
  from motus_authority_history
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', authority_type, original_action,
    original_served_date, final_action, final_served_date
  from legacy_authority_history;

-- Authority that was granted and has not ended. A discontinued revocation does not end it.
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
