import { statement } from '../../../db/database.ts';
import { utcDay } from '../utc-day.ts';
import { findingOf, MOST_EVIDENCE, ownSightings, type Signal, shownSighting } from './signal.ts';

/**
 * For-hire carriers only: private ones need no authority. Since when: the newest revocation that took effect, or the end
 * of the newest grant. While any authority to carry is active nothing else is read.
 */
const without = statement(
  'signals.seen-without-authority',
  `with lost as materialized (
     select greatest(
       (select max(coalesce(effective_date, served_date)) from carrier_revocations
        where usdot_number = $1 and coalesce(effective_date, served_date) <= $3),
       (select max(disposition_date) from carrier_authority_events
        where usdot_number = $1 and disposition_date <= $3 and disposition_action <> 'DISCONTINUED REVOCATION')) as day
     where exists (select from carrier_authorities
         where usdot_number = $1 and authority in ('common', 'contract') and status = 'I')
       and not exists (select from carrier_authorities
         where usdot_number = $1 and authority in ('common', 'contract') and status = 'A')
       and coalesce((select classdef ilike '%authorized for hire%' from company_census where usdot_number = $1),
         (select authorized_for_hire from sms_census where usdot_number = $1), true))
   select ${shownSighting}, lost.day as without_since, count(*) over () as total
   from lost cross join lateral (
     select * from (${ownSightings}) own where own.time_captured >= ${utcDay('lost.day', 1)} and not own.is_usdot_imputed) s
   order by s.time_captured desc limit ${MOST_EVIDENCE}`,
);

export const seenWithoutAuthority: Signal = {
  name: 'seen_without_authority',
  title: 'Seen moving without operating authority',
  rule: 'A for-hire carrier whose authority to carry is inactive, seen after the day it ended.',
  async find({ db, usdotNumber, since, today }) {
    return findingOf(await db.rows(without, [usdotNumber, since, today]));
  },
};
