import { statement } from '../../../db/database.ts';
import { findingOf, MOST_EVIDENCE, ownSightings, type Signal, shownSighting } from './signal.ts';

/** B and C in the census are carriers that said they never leave their state. The carrier's sightings of a year at worst. */
const far = statement(
  'signals.far-from-registration',
  `with home as materialized (
     select coalesce(d.carrier_operation, m.carrier_operation) as operation, coalesce(d.phy_state, m.phy_state) as state
     from (select) one left join company_census d on d.usdot_number = $1 left join sms_census m on m.usdot_number = $1
   ), away as materialized (
     select s.* from (${ownSightings}) s, home
     where home.operation in ('B', 'C') and home.state <> '' and s.location_state <> '' and s.location_state <> home.state
       and not s.is_usdot_imputed)
   select ${shownSighting}, home.state as registered_state,
     case home.operation when 'B' then 'Intrastate Hazmat' else 'Intrastate Non-Hazmat' end as registered_operation,
     count(*) over () as total
   from away s, home order by s.time_captured desc limit ${MOST_EVIDENCE}`,
);

export const farFromRegistration: Signal = {
  name: 'far_from_registration',
  title: 'Seen where its registration says it does not operate',
  rule: 'Registered as intrastate, and seen in another state than its own with its number read on the truck.',
  async find({ db, usdotNumber, since, today }) {
    return findingOf(await db.rows(far, [usdotNumber, since, today]));
  },
};
