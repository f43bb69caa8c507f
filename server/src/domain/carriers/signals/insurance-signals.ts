import { statement } from '../../../db/database.ts';
import {
  inForce,
  largestOnFile,
  liabilityOnFile,
  type Filing as OnFile,
  requiredDollars,
} from '../profile/insurance.ts';
import { sightingsWithin } from './sightings.ts';
import {
  addDays,
  dayStart,
  daysBetween,
  type FindSignal,
  type FromFile,
  hasAuthority,
  isInterstateForHire,
  newest,
  TO_CARRY,
} from './signal.ts';
import { fileDay, lastJudgedDay } from './signal-files.ts';
import { BROKER_SECURITY_DOLLARS, REVOKED_WITHIN_DAYS } from './signal-rules.ts';

type Period = { effective_date: string; cancel_effective_date: string | null };
type Gap = { from: string; to: string; isOpen: boolean };

/** Past liability filings too. A carrier that never filed may not need insurance and has no lapse. */
const liabilityPeriods = statement(
  'signals.liability-periods',
  `select effective_date, cancel_effective_date, ${hasAuthority(TO_CARRY, 'A')} as has_authority from (
     select effective_date, least(cancel_effective_date, replaced_on) as cancel_effective_date from carrier_filings
     where usdot_number = $1 and kind = 'BIPD' and effective_date is not null
     union
     select effective_date, cancel_effective_date from carrier_filing_history
     where usdot_number = $1 and kind = 'BIPD' and effective_date is not null) filed
   where ${isInterstateForHire}
   order by 1`,
);

/** The gaps between filings, sorted by their start, that overlap the period. The open one has no filing after it. */
export function coverageGaps(sorted: Period[], since: string, today: string): Gap[] {
  const gaps: Gap[] = [];
  let coveredTo: string | null = null;
  for (const { effective_date: from, cancel_effective_date: to } of sorted) {
    if (coveredTo !== null && from > coveredTo) gaps.push({ from: coveredTo, to: from, isOpen: false });
    const end = to ?? '9999-12-31';
    if (coveredTo === null || end > coveredTo) coveredTo = end;
  }
  if (coveredTo !== null && coveredTo <= today)
    gaps.push({ from: coveredTo, to: addDays(today, 1), isOpen: true });
  return gaps.filter((gap) => gap.to > since && gap.from <= today);
}

export const insuranceLapseWhileMoving: FindSignal = async (request) => {
  const { db, usdotNumber, since, loaded } = request;
  const today = lastJudgedDay(loaded, 'insurance', request.today);
  const filed = await db.rows<Period & { has_authority: boolean }>(liabilityPeriods, [usdotNumber]);
  const isMissingHere = ({ from, isOpen }: Gap) =>
    isOpen && filed[0]?.has_authority === true && daysBetween(from, today) > REVOKED_WITHIN_DAYS;
  const gaps = coverageGaps(filed, since, today).filter((gap) => !isMissingHere(gap));
  const ranges = gaps.map(({ from, to }) => ({
    from: dayStart(from, 1),
    to: dayStart(to),
    // A lapse that has not ended has no end yet.
    facts: { lapse_start: from, lapse_end: to > today ? null : to },
  }));
  return sightingsWithin(request, ranges);
};

type Filing = OnFile & FromFile & { policy_number: string | null };

const columns = `kind, class_code, company_name, policy_number, max_coverage_dollars, underlying_limit_dollars,
  effective_date, cancel_effective_date, source_dataset, source_date`;

const filings = statement(
  'signals.filings',
  `select ${requiredDollars} as required, ${hasAuthority(TO_CARRY, 'A')} as carries,
     ${hasAuthority(`'broker', 'forwarder'`, 'A')} as brokers,
     coalesce((select json_agg(x) from (select ${columns}, replaced_on from carrier_filings where usdot_number = $1) x),
       '[]') as filed,
     coalesce((select json_agg(x) from (select distinct ${columns} from carrier_filing_history where usdot_number = $1) x),
       '[]') as ended`,
);
type Filings = {
  required: number | null;
  carries: boolean;
  brokers: boolean;
  filed: Filing[];
  ended: Filing[];
};

const isSecurity = ({ kind }: Filing) => kind === 'SURETY' || kind === 'TRUST FUND';
const isPrimaryLiability = ({ kind, class_code }: Filing) => kind === 'BIPD' && class_code !== 'E';

const shown = ({ class_code: _, underlying_limit_dollars: __, replaced_on: ___, ...filing }: Filing) =>
  filing;

export const bipdBelowRequired: FindSignal = async ({ db, usdotNumber, today }) => {
  const row = await db.row<Filings>(filings, [usdotNumber]);
  if (!row?.carries || !row.required) return null;
  const liability = inForce(row.filed, today).filter(({ kind }) => kind === 'BIPD');
  const isUnknown = liability.some(({ max_coverage_dollars }) => !max_coverage_dollars);
  const onFile = Number(liabilityOnFile(liability, today));
  if (liability.length === 0 || isUnknown || onFile >= row.required) return null;
  const amounts = { required_dollars: row.required, on_file_dollars: onFile };
  return newest(liability.map((filing) => ({ ...shown(filing), ...amounts })));
};

export const brokerSecurityBelowRequired: FindSignal = async ({ db, usdotNumber, today }) => {
  const row = await db.row<Filings>(filings, [usdotNumber]);
  if (!row?.brokers) return null;
  const bonds = [...row.filed, ...row.ended].filter(isSecurity);
  const now = inForce(bonds, today);
  const amounts = { required_dollars: BROKER_SECURITY_DOLLARS };
  if (now.length > 0) {
    const onFile = Number(largestOnFile(now, today));
    const isUnknown = now.some(({ max_coverage_dollars }) => !max_coverage_dollars);
    if (isUnknown || onFile >= BROKER_SECURITY_DOLLARS) return null;
    return newest(now.map((filing) => ({ ...shown(filing), ...amounts, on_file_dollars: onFile })));
  }
  const isRecent = (day: string | null) =>
    day !== null && day <= today && daysBetween(day, today) <= REVOKED_WITHIN_DAYS;
  const ended = bonds.filter(({ cancel_effective_date }) => isRecent(cancel_effective_date));
  return newest(ended.map((filing) => ({ ...shown(filing), ...amounts, on_file_dollars: 0 })));
};

/** Insurers and sureties announce an end 30 days before (49 CFR 387.313): on an earlier day, a later end was not known. */
const NOTICE_DAYS = 30;
const policyOf = ({ policy_number, company_name, effective_date }: Filing) =>
  policy_number?.toUpperCase().replace(/[^A-Z0-9]/g, '') || `${company_name} ${effective_date}`;

/**
 * The filings in force, if the last of them ends on an announced day and none continues. A filing is listed among
 * the current ones and, when its end is announced, in the history too.
 */
function endingFilings(filings: Filing[], today: string, isPast: boolean): Filing[] {
  const lastKnown = isPast ? addDays(today, NOTICE_DAYS) : '9999-12-31';
  const periods = [...Map.groupBy(filings, policyOf).values()].flatMap((same) => {
    const [first] = same;
    const ends = same.flatMap(({ cancel_effective_date: end }) => end ?? []);
    const end = ends.length === 0 ? null : ends.reduce((a, b) => (a > b ? a : b));
    if (!first?.effective_date) return [];
    return [{ ...first, cancel_effective_date: end !== null && end <= lastKnown ? end : null }];
  });
  const now = inForce(periods, today);
  if (now.length === 0) return [];
  const sorted = periods.sort((a, b) => ((a.effective_date ?? '') < (b.effective_date ?? '') ? -1 : 1));
  let coveredTo: string | null = today;
  for (const { effective_date: from, cancel_effective_date: to } of sorted) {
    if (coveredTo === null || (from ?? '') > coveredTo) break;
    if (to === null || to > coveredTo) coveredTo = to;
  }
  return coveredTo === null ? [] : now;
}

const cancellationAnnounced =
  (isRequired: (row: Filings) => boolean, isOfKind: (filing: Filing) => boolean): FindSignal =>
  async ({ db, usdotNumber, today, loaded }) => {
    const row = await db.row<Filings>(filings, [usdotNumber]);
    if (!row || !isRequired(row)) return null;
    const isPast = today < (fileDay(loaded, 'insurance_history') ?? today);
    return newest(endingFilings([...row.filed, ...row.ended].filter(isOfKind), today, isPast).map(shown));
  };

export const liabilityCancellationAnnounced = cancellationAnnounced(
  ({ carries }) => carries,
  isPrimaryLiability,
);
export const securityCancellationAnnounced = cancellationAnnounced(({ brokers }) => brokers, isSecurity);
