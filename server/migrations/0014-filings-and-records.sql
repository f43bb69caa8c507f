-- Insurance filings with the days on which the files listed them, and corrected views of authorities, inspections and crashes.

-- Every row of the insurance files as loaded, with one set of columns. Of the legacy files, ActPendInsur has more rows than Insur.
create view listed_filings as
  select usdot_number, 'motus-insur' as dataset, row_hash, docket_prefix, docket_number, form_code,
    filing_kind(form_code, type_code, null) as kind,
    case when is_excess(class_code, underlying_limit_dollars) then 'E' else coalesce(class_code, 'P') end as class_code,
    company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, transaction_date as posted_date,
    effective_date, null::date as cancel_effective_date, null::text as cancellation_method
  from motus_insurance
  union all
  select usdot_number, 'motus-ins-hist', row_hash, docket_prefix, docket_number, form_code,
    filing_kind(form_code, type_code, type_desc),
    case when is_excess(class_code, underlying_limit_dollars) then 'E' else coalesce(class_code, 'P') end,
    company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, null, effective_date,
    cancel_effective_date, filing_status_reason
  from motus_insurance_history
  union all
  select usdot_number, 'legacy-act-pend-insur', row_hash, docket_prefix, docket_number, form_code,
    filing_kind(form_code, null, type_desc),
    case when type_desc ilike '%excess%' or is_excess(null, underlying_limit_dollars) then 'E' else 'P' end,
    company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, posted_date, effective_date,
    cancel_effective_date, null
  from legacy_active_insurance
  union all
  select usdot_number, 'legacy-insur', row_hash, docket_prefix, docket_number, form_code,
    filing_kind(form_code, type_code::text, null),
    case when is_excess(class_code, underlying_limit_dollars) then 'E' else coalesce(class_code, 'P') end,
    company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, null, effective_date, null, null
  from legacy_insurance plain
  where plain.usdot_number = 0 or not exists (
    select from legacy_active_insurance fuller where fuller.usdot_number = plain.usdot_number
      and filing_kind(fuller.form_code, null, fuller.type_desc)
        is not distinct from filing_kind(plain.form_code, plain.type_code::text, null))
  union all
  select usdot_number, 'legacy-ins-hist', row_hash, docket_prefix, docket_number, form_code,
    filing_kind(form_code, null, type_desc),
    case when is_excess(class_code, underlying_limit_dollars) then 'E' else coalesce(class_code, 'P') end,
    company_name, policy_number, max_coverage_dollars, underlying_limit_dollars, null, effective_date,
    cancel_effective_date, coalesce(specific_cancellation_method, cancellation_method)
  from legacy_insurance_history;

-- The archive of the insurance files. A row of listed_filings that is not in filing_first_seen was in the first archived file.
create table filing_archive (
  dataset text primary key,
  -- The days of the first and of the newest archived file.
  since date not null, newest_on date not null,
  -- An older file was loaded after the newest one: the next newer file starts the archive again.
  is_interrupted boolean not null default false
);
create table filing_first_seen (
  dataset text not null, row_hash bigint not null, listed_from date not null, primary key (dataset, row_hash)
);
-- Rows that a later file no longer had. listed_from is null for a row of the first archived file; listed_until is the day of
-- the first file without the row.
create table former_filings (
  usdot_number integer not null, dataset text not null, row_hash bigint not null, docket_prefix text not null,
  docket_number integer not null, form_code text, kind text, class_code text, company_name text, policy_number text,
  max_coverage_dollars bigint, underlying_limit_dollars bigint, posted_date date, effective_date date,
  cancel_effective_date date, cancellation_method text, listed_from date, listed_until date not null,
  primary key (usdot_number, dataset, row_hash, listed_until)
);

-- Filings that are in force or will be. A legacy filing counts until replaced_on: the day on which a Motus filing of the same
-- kind and layer took or takes effect. A filing that Motus lists has ended only if the cancellation is not before the file.
-- stated_cancel_date is the cancellation in the row itself, without that of the history.
create or replace view carrier_filings as
  select filed.usdot_number, filed.docket_prefix, filed.docket_number, 'motus' as source, filed.form_code, filed.kind,
    filed.class_code, filed.company_name, filed.policy_number, filed.max_coverage_dollars,
    filed.underlying_limit_dollars, filed.posted_date, filed.effective_date,
    (select max(ended.cancel_effective_date) from listed_filings ended
      where ended.dataset = 'motus-ins-hist' and ended.usdot_number = filed.usdot_number
        and plain_policy(ended.policy_number) = plain_policy(filed.policy_number)
        and ended.kind is not distinct from filed.kind
        and ended.cancel_effective_date >= coalesce(federal_file_date('motus-insur'), current_date)
    ) as cancel_effective_date,
    filed.dataset as source_dataset, federal_file_date(filed.dataset) as source_date,
    null::date as replaced_on, seen.listed_from, null::date as stated_cancel_date
  from listed_filings filed left join filing_first_seen seen using (dataset, row_hash)
  where filed.dataset = 'motus-insur'
  union all
  select old.usdot_number, old.docket_prefix, old.docket_number, 'legacy', old.form_code, old.kind, old.class_code,
    old.company_name, old.policy_number, old.max_coverage_dollars, old.underlying_limit_dollars, old.posted_date,
    old.effective_date, greatest(old.cancel_effective_date, (
      select max(ended.cancel_effective_date) from listed_filings ended
      where ended.dataset = 'motus-ins-hist' and ended.usdot_number = old.usdot_number and old.usdot_number <> 0
        and plain_policy(ended.policy_number) = plain_policy(old.policy_number)
        and ended.kind is not distinct from old.kind)),
    old.dataset, federal_file_date(old.dataset),
    (select min(new.took_effect) from (
      select greatest(n.effective_date, n.posted_date, s.listed_from) as took_effect
      from listed_filings n left join filing_first_seen s using (dataset, row_hash)
      where n.dataset = 'motus-insur' and n.usdot_number = old.usdot_number
        and n.kind is not distinct from old.kind and (n.class_code = 'E') = (old.class_code = 'E')
      union all
      select greatest(n.effective_date, n.posted_date, n.listed_from)
      from former_filings n
      where n.dataset = 'motus-insur' and n.usdot_number = old.usdot_number
        and n.kind is not distinct from old.kind and (n.class_code = 'E') = (old.class_code = 'E')
        and greatest(n.effective_date, n.posted_date, n.listed_from) < n.listed_until
      union all
      select n.effective_date from listed_filings n
      where n.dataset = 'motus-ins-hist' and n.usdot_number = old.usdot_number
        and n.kind is not distinct from old.kind and (n.class_code = 'E') = (old.class_code = 'E')
        and plain_policy(n.policy_number) is distinct from plain_policy(old.policy_number)
        and n.effective_date > old.effective_date and n.cancel_effective_date > n.effective_date) new
      where old.usdot_number <> 0),
    seen.listed_from, old.cancel_effective_date
  from listed_filings old left join filing_first_seen seen using (dataset, row_hash)
  where old.dataset in ('legacy-act-pend-insur', 'legacy-insur');

-- Policies that ended, or whose end is announced. A policy that both systems have is listed once.
create or replace view carrier_filing_history as
  select ended.usdot_number, ended.docket_prefix, ended.docket_number,
    case ended.dataset when 'motus-ins-hist' then 'motus' else 'legacy' end as source, ended.form_code, ended.kind,
    ended.class_code, ended.company_name, ended.policy_number, ended.max_coverage_dollars,
    ended.underlying_limit_dollars, ended.effective_date, ended.cancel_effective_date, ended.cancellation_method,
    ended.dataset as source_dataset, federal_file_date(ended.dataset) as source_date, seen.listed_from
  from listed_filings ended left join filing_first_seen seen using (dataset, row_hash)
  where ended.dataset = 'motus-ins-hist' or (ended.dataset = 'legacy-ins-hist' and not exists (
    select from listed_filings new
    where new.dataset = 'motus-ins-hist' and new.usdot_number = ended.usdot_number and new.usdot_number <> 0
      and plain_policy(new.policy_number) = plain_policy(ended.policy_number)
      and new.kind is not distinct from ended.kind and new.cancel_effective_date = ended.cancel_effective_date));

-- Every authority of both registers. status: A active, I inactive, N none. Pending and withdrawn applications are no authority.
-- Motus has no common/contract split: a motor carrier's authority counts as common. A legacy docket with the prefix FF is of a
-- freight forwarder. register_authority is the name of the column in the legacy file.
create view register_authorities as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, authority_type,
    motus_authority(authority_type) as authority,
    case authority_status when 'Active' then 'A' when 'Pending' then 'N' when 'Withdrawn' then 'N' else 'I' end
      as status,
    authority_status = 'Pending' as is_pending, null::boolean as in_revocation, motus_carries(authority_type) as carries,
    'motus-carrier' as source_dataset, federal_file_date('motus-carrier') as source_date,
    null::text as register_authority
  from motus_carriers
  union all
  select old.usdot_number, old.docket_prefix, old.docket_number, 'legacy', null, kind.authority, one.status,
    one.is_pending, one.in_revocation, kind.carries, 'legacy-carrier', federal_file_date('legacy-carrier'),
    one.authority
  from legacy_carriers old
  cross join lateral (values
    ('common', common_status, common_pending, common_in_revocation),
    ('contract', contract_status, contract_pending, contract_in_revocation),
    ('broker', broker_status, broker_pending, broker_in_revocation)
  ) as one (authority, status, is_pending, in_revocation)
  cross join lateral (
    select 'broker' as authority, null as carries where one.authority = 'broker'
    union all
    select 'forwarder', null where one.authority <> 'broker' and docket_prefix = 'FF'
    union all
    select one.authority, cargo.carries from (
      select 'property' as carries where property or not (coalesce(passenger, false) or coalesce(household_goods, false))
      union all select 'passenger' where passenger
      union all select 'household goods' where household_goods) cargo
    where one.authority <> 'broker' and docket_prefix is distinct from 'FF'
  ) as kind;

-- The registers merged: a Motus authority, active or inactive, replaces the legacy one of the same kind and cargo. Contract
-- authority is in the legacy file only; it ends when Motus lists the authority to carry the same as inactive. The authorities
-- of an earlier day are merged by the same rule in records/authorities.ts.
create or replace view carrier_authorities as
  select r.usdot_number, r.docket_prefix, r.docket_number, r.source, r.authority_type, r.authority,
    case when r.source = 'legacy' and r.authority = 'contract' and r.status = 'A' and decided.is_inactive then 'I'
      else r.status end as status,
    r.is_pending, r.in_revocation, r.carries, r.source_dataset, r.source_date
  from register_authorities r
  left join lateral (
    select bool_and(new.status <> 'A') as is_inactive from register_authorities new
    where new.source = 'motus' and new.usdot_number = r.usdot_number and r.usdot_number <> 0
      and new.status in ('A', 'I')
      and new.authority = case r.authority when 'contract' then 'common' else r.authority end
      and new.carries is not distinct from r.carries
  ) as decided on r.source = 'legacy'
  where r.source = 'motus' or r.authority = 'contract' or decided.is_inactive is null;

-- The daily file has a report again, with the status D, when it was uploaded twice. One of them counts.
create view daily_inspections as
  select distinct on (usdot_number, insp_date, report_state, report_key) i.*
  from (select r.*, case when r.report_state is null or r.report_number is null then '#' || r.inspection_id
      else bare_report(r.report_state, r.report_number) end as report_key
    from inspections r) i
  order by usdot_number, insp_date, report_state, report_key, coalesce(upper(ci_status_code) = 'D', false),
    coalesce(upper(ci_status_code) <> 'C', true), inspection_id;

-- Every inspection once: the row of the SMS file, which has the weights, or else the row of the daily file.
create or replace view carrier_inspections as
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

-- One row for each vehicle of the carrier in a recordable crash. The place is from the daily file, weight and preventability
-- are from the SMS file. A recordable crash without a casualty is a tow-away crash, whatever the flag says: nothing else makes
-- it recordable. Not counted: a party that is not a motor carrier (status X). Window functions merge the two files with one
-- sort; a join is slow for carriers with thousands of crashes.
create or replace view carrier_crashes as
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

-- The authority that a type is about, in the words of either register.
create function authority_kind(authority_type text) returns text language sql immutable parallel safe as $$
  select case when authority_type ilike '%broker%' then 'broker' when authority_type ilike '%forwarder%' then 'forwarder'
    when authority_type ilike '%contract%' then 'contract' else 'common' end
$$;
-- What an authority to carry is for. Null if the text does not say, as COMMON in the file of revocations.
create function authority_cargo(authority_type text) returns text language sql immutable parallel safe as $$
  select case when authority_kind(authority_type) in ('broker', 'forwarder') then null
    when authority_type ilike '%passenger%' then 'passenger'
    when authority_type ~* '(?<!except )household goods' then 'household goods'
    when authority_type ilike '%property%' then 'property' end
$$;

-- The days on which an authority became active or inactive. An order that was discontinued, or that is followed by a record of
-- the active authority before its day, never took effect. Orders that are served and not yet in effect have their effective day.
create view carrier_authority_changes as
  select usdot_number, authority_kind(authority_type) as authority, authority_cargo(authority_type) as carries,
    action_date as day, true as is_active, original_action as reason, null::date as served_date,
    case source when 'motus' then 'motus-auth-hist' else 'legacy-auth-hist' end as source_dataset
  from carrier_authority_events
  where (source = 'motus' and original_action ilike 'active%')
    or (source = 'legacy' and original_action in ('GRANTED', 'REINSTATED'))
  union all
  select usdot_number, authority_kind(authority_type), authority_cargo(authority_type), action_date, false,
    original_action, null, 'motus-auth-hist'
  from carrier_authority_events
  where source = 'motus' and original_action !~* '^(active|pending|withdrawn)'
  union all
  select usdot_number, authority_kind(authority_type), authority_cargo(authority_type), disposition_date, false,
    disposition_action, null, 'legacy-auth-hist'
  from carrier_authority_events
  where source = 'legacy' and disposition_action not ilike 'discontinued%'
    and (original_action in ('GRANTED', 'REINSTATED') or original_action ~* 'revocation|suspension')
  union all
  select r.usdot_number, authority_kind(r.authority_type), authority_cargo(r.authority_type),
    coalesce(r.effective_date, r.served_date), false, r.order_type, r.served_date,
    case r.source when 'motus' then 'motus-revoke-suspend' else 'legacy-revocation' end
  from carrier_revocations r
  where not exists (select from carrier_authority_events e
    where e.usdot_number = r.usdot_number and authority_kind(e.authority_type) = authority_kind(r.authority_type)
      and ((e.disposition_action ilike 'discontinued%' and (e.action_date = r.served_date
          or e.disposition_date between r.served_date and coalesce(r.effective_date, r.served_date + 60)))
        or (e.original_action ilike 'active%' and e.action_date > r.served_date and e.action_date < r.effective_date)));

-- Authority that was granted and has not ended. A discontinued revocation does not end it.
create or replace view carrier_authority_grants as
  select usdot_number, docket_prefix, docket_number, source, authority_type, authority_kind(authority_type) as authority,
    action_date as granted_date
  from carrier_authority_events
  where (source = 'motus' and original_action ilike 'active%')
    or (original_action in ('GRANTED', 'REINSTATED')
      and coalesce(disposition_action, 'DISCONTINUED REVOCATION') = 'DISCONTINUED REVOCATION');
