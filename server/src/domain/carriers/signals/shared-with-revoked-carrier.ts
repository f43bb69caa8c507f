import { statement } from '../../../db/database.ts';
import { findingOf, MOST_EVIDENCE, type Signal } from './signal.ts';

/**
 * Carriers with the same phone or the same street and ZIP, of which one was revoked, put out of service, or named by
 * this one as its revoked predecessor. Two index probes; a number that hundreds share (an agent's) tells nothing.
 */
const shared = statement(
  'signals.shared-with-revoked',
  `with own as materialized (
     select phone, lower(phy_street) as street, phy_zip, prior_revoke_usdot_number
     from company_census where usdot_number = $1
   ), alike as (
     select c.usdot_number, c.legal_name, 'phone' as shares, c.phone as value from own
     cross join lateral (select usdot_number, legal_name, phone from company_census n
       where n.phone = own.phone and length(own.phone) >= 7 and n.usdot_number <> $1 limit 200) c
     union all
     select c.usdot_number, c.legal_name, 'address', c.phy_street || ', ' || c.phy_zip from own
     cross join lateral (select usdot_number, legal_name, phy_street, phy_zip from company_census n
       where lower(n.phy_street) = own.street and n.phy_zip = own.phy_zip and n.usdot_number <> $1 limit 200) c
     union all
     select c.usdot_number, c.legal_name, 'prior revoked number', c.usdot_number::text from own
     join company_census c on c.usdot_number = own.prior_revoke_usdot_number and c.usdot_number <> $1
   ), judged as (
     select a.*,
       (select max(coalesce(r.effective_date, r.served_date)) from carrier_revocations r
        where r.usdot_number = a.usdot_number and coalesce(r.effective_date, r.served_date) <= $2
          and exists (select from carrier_authorities x
            where x.usdot_number = a.usdot_number and x.authority in ('common', 'contract', 'broker') and x.status = 'I')
       ) as revoked_on,
       (select max(o.oos_date) from out_of_service_orders o where o.usdot_number = a.usdot_number
          and o.oos_date <= $2 and (o.rescind_date is null or o.rescind_date > $2)) as out_of_service_since
     from alike a)
   select usdot_number::text as usdot_number, coalesce(legal_name, '') as legal_name, shares, value, revoked_on,
     out_of_service_since, count(*) over () as total
   from judged where revoked_on is not null or out_of_service_since is not null or shares = 'prior revoked number'
   order by coalesce(revoked_on, out_of_service_since) desc nulls last, usdot_number, shares limit ${MOST_EVIDENCE}`,
);

export const sharedWithRevokedCarrier: Signal = {
  name: 'shared_with_revoked_carrier',
  title: 'Shares an address or a phone with a revoked carrier',
  rule: 'Another carrier with the same phone, or the same street and ZIP, lost its authority or is under an out-of-service order; or the registration itself names a revoked predecessor.',
  async find({ db, usdotNumber, today }) {
    return findingOf(await db.rows(shared, [usdotNumber, today]));
  },
};
