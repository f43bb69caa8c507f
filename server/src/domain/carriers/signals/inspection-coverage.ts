import { statement } from '../../../db/database.ts';
import { daysBetween, type SignalRequest, TO_CARRY } from './signal.ts';
import { MONTHLY_DAYS } from './signal-files.ts';
import { MIN_UNSEEN_UNITS, UNSEEN_DAYS } from './signal-rules.ts';

const MAX_PEERS = 300;
const MIN_PEERS = 10;
/** FMCSA inspects almost every for-hire fleet of this size within two years, somewhere in the country. */
const MIN_INSPECTED_SHARE = 0.65;
const MIN_STATES = 10;

/**
 * The active interstate for-hire carriers with authority and with the fewest trucks among those that a signal judges, and their inspections.
 * The order is that of company_census_by_size, backward, so that the scan stops after them. The authorities
 * are looked up one by one: an exists condition would read those of all carriers. $1: the day.
 */
const inspectedPeers = statement(
  'signals.inspected-peers',
  `with fleets as materialized (
     select usdot_number from company_census
     where power_units >= ${MIN_UNSEEN_UNITS} and status_code = 'A' and carrier_operation = 'A'
       and classdef ilike '%authorized for hire%' and add_date <= $1::date - ${UNSEEN_DAYS}
       and mcs150_date > $1::date - 1095
     order by power_units nulls first, usdot_number desc limit ${2 * MAX_PEERS}
   ), peers as materialized (
     select f.usdot_number from fleets f
     where (select bool_or(a.status = 'A') from carrier_authorities a
       where a.usdot_number = f.usdot_number and a.authority in (${TO_CARRY})) limit ${MAX_PEERS}
   ), inspected as materialized (
     select found.* from peers p cross join lateral (
       select min(i.insp_date) as oldest, max(i.insp_date) as newest,
         max(i.report_state) filter (where i.insp_date >= $1::date - ${UNSEEN_DAYS}) as state
       from (select insp_date, report_state from inspections where usdot_number = p.usdot_number
         union all
         select insp_date, report_state from sms_inspections where usdot_number = p.usdot_number) i) found)
   select count(*)::int as peers, count(state)::int as inspected, count(distinct state)::int as states, min(oldest) as oldest,
     max(newest) as newest from inspected`,
);
/** The first inspection of some hundred carriers may be some weeks younger than the time that the file covers. */
const GRACE_DAYS = 62;
type Coverage = {
  peers: number;
  inspected: number;
  states: number;
  oldest: string | null;
  newest: string | null;
};

/**
 * Why the loaded inspections are not those of the whole country and of the two years before a day; null if they are. A daily
 * extract, the file of one state and a truncated file lack the inspections of most carriers; that most of the carriers that
 * must have been inspected were inspected shows that the files are complete.
 */
export async function incompleteInspections(
  { db, today }: SignalRequest,
  from: string,
): Promise<string | null> {
  const found = await db.row<Coverage>(inspectedPeers, [today]);
  if (found === null || found.peers < MIN_PEERS)
    return 'The census has too few carriers to tell whether the loaded inspections are complete.';
  const { peers, inspected, states, oldest, newest } = found;
  if (inspected < peers * MIN_INSPECTED_SHARE)
    return `The loaded inspections are incomplete: they have ${inspected} of ${peers} fleets that are inspected regularly.`;
  if (states < MIN_STATES)
    return `The loaded inspections are incomplete: those of ${inspected} fleets are from ${states} states only.`;
  if (oldest === null || daysBetween(from, oldest) > GRACE_DAYS)
    return `The loaded inspections do not reach back to ${from}.`;
  if (newest === null || daysBetween(newest, today) > MONTHLY_DAYS + GRACE_DAYS)
    return `The newest of the loaded inspections are of ${newest}.`;
  return null;
}
