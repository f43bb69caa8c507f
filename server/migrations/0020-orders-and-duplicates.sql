-- One rule for orders that never took effect, and one for reports that the daily file has twice, for everything that reads them.

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

-- The days on which an authority became active or inactive. Orders that are served and not yet in effect have their effective day.
create or replace view carrier_authority_changes as
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
create or replace view carrier_authority_grants as
  select usdot_number, docket_prefix, docket_number, source, authority_type, authority_kind(authority_type) as authority,
    action_date as granted_date
  from carrier_authority_events
  where (source = 'motus' and original_action ilike 'active%')
    or (original_action in ('GRANTED', 'REINSTATED') and coalesce(is_discontinued(disposition_action), true));

-- Of the rows of one report, the one with the lowest rank counts: not the one that is marked as a duplicate (D).
create function duplicate_rank(ci_status text) returns integer language sql immutable parallel safe as $$
  select case upper(ci_status) when 'C' then 0 when 'D' then 2 else 1 end
$$;
create or replace view daily_inspections as
  select distinct on (usdot_number, insp_date, report_state, report_key) i.*
  from (select r.*, case when r.report_state is null or r.report_number is null then '#' || r.inspection_id
      else bare_report(r.report_state, r.report_number) end as report_key
    from inspections r) i
  order by usdot_number, insp_date, report_state, report_key, duplicate_rank(ci_status_code), inspection_id;
