-- Insurance filings of the legacy and the Motus files, with the days on which the files listed them. Motus has only what it has
-- processed since May 2026, so a filing that it lacks is not lost: the legacy row counts until Motus has one of the same kind or
-- reports its end. Histories are joined. source_dataset and source_date say which file a row is from, and the day of the file.
-- An import moves these views to its new tables.

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
create view carrier_filings as
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
create view carrier_filing_history as
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
