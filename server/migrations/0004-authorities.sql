-- Dockets, authorities, orders and process agents of the legacy and the Motus registers, merged. A legacy row counts until Motus
-- has one of the same kind. An import moves these views to its new tables.

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

create view carrier_process_agents as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, company_name, street, city, state, zip,
    country
  from motus_process_agents
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', company_name, street, city, state, zip, country
  from legacy_process_agents old
  where old.usdot_number = 0
    or not exists (select from motus_process_agents new where new.usdot_number = old.usdot_number);

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
create view carrier_authorities as
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

create view carrier_authority_events as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, authority_type,
    concat_ws('/', authority_status, reason) as original_action, status_change_date as action_date,
    null::text as disposition_action, null::date as disposition_date
  from motus_authority_history
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', authority_type, original_action,
    original_served_date, final_action, final_served_date
  from legacy_authority_history;

create view carrier_revocations as
  select usdot_number, docket_prefix, docket_number, 'motus' as source, authority_type, order_type, served_date,
    effective_date
  from motus_revocations
  union all
  select usdot_number, docket_prefix, docket_number, 'legacy', authority_type, revocation_type, served_date,
    effective_date
  from legacy_revocations;

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

create function is_discontinued(action text) returns boolean language sql immutable parallel safe as $$
  select action ilike 'discontinued%'
$$;

-- Every order of revocation or suspension. One that was discontinued, or that is followed by a record of the active authority
-- before its day, never took effect: discontinued_on is the day of that record.
create view carrier_authority_orders as
  select r.usdot_number, authority_kind(r.authority_type) as authority, authority_cargo(r.authority_type) as carries,
    r.authority_type, r.order_type, r.served_date, r.effective_date,
    case r.source when 'motus' then 'motus-revoke-suspend' else 'legacy-revocation' end as source_dataset,
    (select min(case when is_discontinued(e.disposition_action) then coalesce(e.disposition_date, e.action_date)
        else e.action_date end)
      from carrier_authority_events e
      where e.usdot_number = r.usdot_number and authority_kind(e.authority_type) = authority_kind(r.authority_type)
        and ((is_discontinued(e.disposition_action) and (e.action_date = r.served_date
            or e.disposition_date between r.served_date and coalesce(r.effective_date, r.served_date + 60)))
          or (e.original_action ilike 'active%' and e.action_date > r.served_date and e.action_date < r.effective_date))
    ) as discontinued_on
  from carrier_revocations r;

-- The days on which an authority became active or inactive. Orders that are served and not yet in effect have their effective
-- day.
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
  where source = 'legacy' and not is_discontinued(disposition_action)
    and (original_action in ('GRANTED', 'REINSTATED') or original_action ~* 'revocation|suspension')
  union all
  select usdot_number, authority, carries, coalesce(effective_date, served_date), false, order_type, served_date,
    source_dataset
  from carrier_authority_orders where discontinued_on is null;

-- Authority that was granted and has not ended. A discontinued revocation does not end it.
create view carrier_authority_grants as
  select usdot_number, docket_prefix, docket_number, source, authority_type, authority_kind(authority_type) as authority,
    action_date as granted_date
  from carrier_authority_events
  where (source = 'motus' and original_action ilike 'active%')
    or (original_action in ('GRANTED', 'REINSTATED') and coalesce(is_discontinued(disposition_action), true));
