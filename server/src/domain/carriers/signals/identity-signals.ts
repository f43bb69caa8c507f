import { MAX_EVIDENCE } from '../../../contract/signals.ts';
import { statement } from '../../../db/database.ts';
import { type NewGrant, newGrants } from './authority-signals.ts';
import { addDays, type Evidence, type FindSignal, findingOf, fromFile, lossOf } from './signal.ts';
import { DAYS_AFTER_LOSS, DAYS_BEFORE_LOSS, GRANTED_AFTER_ORDER_DAYS, MAX_SHARING } from './signal-rules.ts';

/** Up to one more carrier than counts, so that a contact that many carriers share is recognized without reading them all. */
const sharing = (shares: string, value: string, condition: string) => `
  select c.usdot_number, c.legal_name, '${shares}' as shares, ${value} as value from own
  cross join lateral (select * from company_census n
    where ${condition} and n.usdot_number <> $1 limit ${MAX_SHARING + 1}) c`;

/** An officer's name must be on file as a person's: two words at least. */
const officer = (name: string, as: string) =>
  sharing(as, 'c.company_officer_1', `upper(n.company_officer_1) = own.${name} and own.${name} like '% %'`);

export const sameAddress = `n.phy_street is not null and left(n.phy_zip, 5) = own.zip
  and substring(n.phy_street from '[0-9]+') = own.house and street_key(n.phy_street) = own.street`;

/** The carriers that share a contact with $1, as `few`, and the registration of $1, as `own`. */
const carriersAlike = `own as materialized (
     select phone, street_key(phy_street) as street, substring(phy_street from '[0-9]+') as house, left(phy_zip, 5) as zip,
       lower(email_address) as email, add_date,
       upper(company_officer_1) as officer_1, upper(company_officer_2) as officer_2, upper(phy_city) as city, phy_state,
       prior_revoke_usdot_number
     from company_census where usdot_number = $1
   ), alike as materialized (
     ${sharing('phone', 'c.phone', 'n.phone = own.phone and length(own.phone) >= 7')}
     union all
     ${sharing('address', `c.phy_street || ', ' || c.phy_zip`, sameAddress)}
     union all
     ${sharing('email', 'c.email_address', `lower(n.email_address) = own.email and own.email like '%_@_%'`)}
     union all
     ${officer('officer_1', 'officer')}
     union all
     ${officer('officer_2', 'second officer')}
   ), counted as (
     select *, count(*) over (partition by shares) as sharing from alike
   ), few as materialized (
     select a.usdot_number, a.legal_name, a.shares, a.value from counted a
     where a.sharing <= ${MAX_SHARING} and (a.shares not like '%officer' or exists (
       select from company_census n, own where n.usdot_number = a.usdot_number
         and upper(n.phy_city) = own.city and n.phy_state = own.phy_state))
     union all
     select c.usdot_number, c.legal_name, 'prior revoked number', c.usdot_number::text from own
     join company_census c on c.usdot_number = own.prior_revoke_usdot_number and c.usdot_number <> $1)`;

const sharingCarriers = statement(
  'signals.shared_with_revoked_carrier',
  `with ${carriersAlike}, judged as (
     select a.*, loss.*, own.add_date from few a cross join own cross join lateral (${lossOf('a.usdot_number', '$2')}) loss)
   select usdot_number::text as usdot_number, coalesce(legal_name, '') as legal_name, shares, value, revoked_on,
     out_of_service_since, add_date as registered_on, ${fromFile(`'company-census'`)}, count(*) over () as total
   from judged
   where shares = 'prior revoked number'
     or add_date between revoked_on - ${DAYS_BEFORE_LOSS} and revoked_on + ${DAYS_AFTER_LOSS}
     or add_date between out_of_service_since - ${DAYS_BEFORE_LOSS} and out_of_service_since + ${DAYS_AFTER_LOSS}
   order by coalesce(revoked_on, out_of_service_since) desc nulls last, usdot_number, shares
   limit ${MAX_EVIDENCE}`,
);

type Link = Evidence & { usdot_number: string; shares: string; total: number };

/** One contact may be a coincidence. Two with one carrier, or a predecessor that the carrier names itself, are not. */
export function severityOf(links: Pick<Link, 'usdot_number' | 'shares'>[]): 'high' | 'medium' {
  const kinds = Map.groupBy(links, ({ usdot_number }) => usdot_number).values();
  const isCertain = [...kinds].some(
    (same) => same.length > 1 || same.some(({ shares }) => shares === 'prior revoked number'),
  );
  return isCertain ? 'high' : 'medium';
}

export const sharedWithRevokedCarrier: FindSignal = async ({ db, usdotNumber, today }) => {
  const rows = await db.rows<Link>(sharingCarriers, [usdotNumber, today]);
  const found = findingOf(rows);
  return found && { ...found, severity: severityOf(rows) };
};

/** $2 to $4: the day of the grant, the last day, and the day from which orders count. */
const orderedAlike = statement(
  'signals.new_authority_after_order',
  `with ${carriersAlike}
   select a.usdot_number::text as usdot_number, coalesce(a.legal_name, '') as legal_name, a.shares, a.value,
     o.oos_date as out_of_service_since, coalesce(o.oos_reason, '') as order_reason, $2::date as authority_granted,
     ${fromFile(`'out-of-service-orders'`)}, count(*) over () as total
   from few a join out_of_service_orders o on o.usdot_number = a.usdot_number
   where o.oos_date between $4 and $2 and (o.rescind_date is null or o.rescind_date > $3)
   order by o.oos_date desc, a.usdot_number, a.shares limit ${MAX_EVIDENCE}`,
);

/** The number itself may be old: it was bought, or it belonged to a relative. */
export const newAuthorityAfterOrder: FindSignal = async ({ db, usdotNumber, since, today }) => {
  const grant = await db.row<NewGrant>(newGrants, [usdotNumber, since, today]);
  if (grant === null) return null;
  const from = addDays(grant.granted_on, -GRANTED_AFTER_ORDER_DAYS);
  const rows = await db.rows<Link>(orderedAlike, [usdotNumber, grant.granted_on, today, from]);
  const found = findingOf(rows);
  return found && { ...found, severity: severityOf(rows) };
};
