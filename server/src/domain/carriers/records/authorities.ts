export type AuthorityRow = {
  authority: 'common' | 'contract' | 'broker' | 'forwarder';
  /** U: unknown on the requested day. */
  status: 'A' | 'I' | 'N' | 'U';
  /** What an active authority of a motor carrier allows to carry. */
  carries: Carries[];
  since: string | null;
};
export type Carries = 'property' | 'passenger' | 'household goods';

export function mayCarry(held: AuthorityRow[] | null, what: Carries): boolean {
  return (held ?? []).some(({ status, carries }) => status === 'A' && carries.includes(what));
}

/** The rows of the registers of a carrier ($1) that were listed on a day, with the status that the archive has for it. */
const registersOn = (day: string) => `
  select a.usdot_number, a.source, a.authority, a.carries, a.is_pending, a.source_dataset, a.source_date,
    case when held.first_seen is null and about.since <= ${day} then a.status
      when held.first_seen <= ${day} then case when held.value in ('Active', 'A') then 'A'
        when held.value in ('Pending', 'Withdrawn', 'N') then 'N' else 'I' end
      when held.first_seen is null and a.status = 'A' and exists (select from carrier_authority_grants g
        where g.usdot_number = $1 and g.authority = a.authority and g.granted_date <= ${day}) then 'A'
      else 'U' end as status
  from register_authorities a
  left join carrier_history_sources about on about.source = a.source_dataset
  left join lateral (
    select h.first_seen, h.value from carrier_history h
    where h.usdot_number = $1 and h.source = a.source_dataset and h.field = 'authority' and h.replaced_on > ${day}
      and h.item = a.docket_prefix || a.docket_number || ' ' || coalesce(a.authority_type, a.register_authority)
    order by h.replaced_on limit 1) held on true
  where a.usdot_number = $1 and not coalesce(held.first_seen <= ${day} and held.value is null, false)`;

/**
 * The authorities of a carrier ($1) on a day, merged as in the view carrier_authorities. Where the archive does not reach back
 * to the day, an authority that was granted by then and is still active was active; any other status is unknown (U).
 */
export const authoritiesOn = (day: string) => `(
  with registered as (${registersOn(day)})
  select r.usdot_number, r.authority, r.carries, r.is_pending, r.source_dataset, r.source_date,
    case when r.source = 'legacy' and r.authority = 'contract' and r.status = 'A' and decided.is_inactive then 'I'
      else r.status end as status
  from registered r left join lateral (
    select bool_and(new.status <> 'A') as is_inactive from registered new
    where new.source = 'motus' and new.status in ('A', 'I')
      and new.authority = case r.authority when 'contract' then 'common' else r.authority end
      and new.carries is not distinct from r.carries) decided on r.source = 'legacy'
  where r.source = 'motus' or r.authority = 'contract' or decided.is_inactive is null)`;

/** Each kind of authority once: A when it is active for any docket, else I, N, U; with the newest grant that has not ended. */
export const authorities = (day: string, held = 'carrier_authorities') => `
  select a.authority, min(a.status) as status,
    coalesce(array_agg(distinct a.carries) filter (where a.status = 'A' and a.carries is not null), '{}') as carries,
    (select max(g.granted_date) from carrier_authority_grants g
      where g.usdot_number = $1 and g.authority = a.authority and g.granted_date <= ${day}) as since
  from ${held} a where a.usdot_number = $1 and a.status is not null group by a.authority`;
