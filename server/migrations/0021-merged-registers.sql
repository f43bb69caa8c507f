-- Insurance and authority, merged per kind from the legacy and the Motus files. Motus has only what it has processed
-- since May 2026, so a filing or authority that it lacks is not lost: the legacy row counts until Motus has one of the
-- same kind or reports its end. source_dataset and source_date say which file a row is from, and of which day.
drop view carrier_filings;
drop view carrier_filing_history;
drop view carrier_authorities;
drop function filing_kind(text);

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

-- Filings in force or about to be, amounts in dollars. Of the legacy files ActPendInsur has more than Insur.
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

-- Policies that ended; each once, though both systems may have it.
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

-- Whether the ninth character of a 17-character VIN is its check digit (49 CFR 565.15).
create function has_valid_check_digit(vin text) returns boolean language sql immutable parallel safe as $$
  select case when vin ~ '^[A-HJ-NPR-Z0-9]{17}$' then substr(vin, 9, 1) = (
    select substr('0123456789X', (sum(
        substr(translate(vin, 'ABCDEFGHJKLMNPRSTUVWXYZ', '12345678123457923456789'), place, 1)::integer
        * (array[8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2])[place]) % 11)::integer + 1, 1)
    from generate_series(1, 17) place) else false end
$$;
