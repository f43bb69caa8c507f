import { type Db, statement } from '../../../db/database.ts';
import { utcDay } from '../utc-day.ts';
import {
  findingOf,
  MOST_EVIDENCE,
  ownSightings,
  type Signal,
  type SignalAsked,
  shownSighting,
} from './signal.ts';

type Filing = { effective_date: string; cancel_effective_date: string | null };
type Gap = { from: string; to: string };

/** Every liability filing, those that ended too; a carrier that never filed needs none, or is nobody's to judge here. */
const filings = statement(
  'signals.liability-filings',
  `select effective_date, cancel_effective_date from carrier_filings
   where usdot_number = $1 and kind = 'BIPD' and effective_date is not null
   union
   select effective_date, cancel_effective_date from carrier_filing_history
   where usdot_number = $1 and kind = 'BIPD' and effective_date is not null
   order by 1`,
);

/** $4, $5: the gaps. One index range for each. */
const inGaps = statement(
  'signals.insurance-lapse',
  `select ${shownSighting}, g.first as lapse_start, g.last as lapse_end, count(*) over () as total
   from unnest($4::date[], $5::date[]) as g (first, last)
   cross join lateral (
     select * from (${ownSightings}) own
     where own.time_captured >= ${utcDay('g.first', 1)} and own.time_captured < ${utcDay('g.last')} and not own.is_usdot_imputed) s
   order by s.time_captured desc limit ${MOST_EVIDENCE}`,
);

/** Days on which no filing was in force, after the first there ever was, within the time looked at. */
export function coverGaps(list: Filing[], since: string, today: string): Gap[] {
  const gaps: Gap[] = [];
  let coveredTo: string | null = null;
  for (const { effective_date: from, cancel_effective_date: to } of list) {
    if (coveredTo !== null && from > coveredTo) gaps.push({ from: coveredTo, to: from });
    const end = to ?? '9999-12-31';
    if (coveredTo === null || end > coveredTo) coveredTo = end;
  }
  if (coveredTo !== null && coveredTo <= today) gaps.push({ from: coveredTo, to: dayAfter(today) });
  return gaps.filter((gap) => gap.to > since && gap.from <= today);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

async function gapsOf(db: Db, usdotNumber: number, since: string, today: string): Promise<Gap[]> {
  return coverGaps(await db.rows<Filing>(filings, [usdotNumber]), since, today);
}

async function find({ db, usdotNumber, since, today }: SignalAsked) {
  const gaps = await gapsOf(db, usdotNumber, since, today);
  if (gaps.length === 0) return null;
  const [from, to] = [gaps.map((gap) => gap.from), gaps.map((gap) => gap.to)];
  return findingOf(await db.rows(inGaps, [usdotNumber, since, today, from, to]));
}

export const insuranceLapseWhileMoving: Signal = {
  name: 'insurance_lapse_while_moving',
  title: 'Seen moving while its liability insurance had lapsed',
  rule: 'A sighting between the end of one liability filing and the start of the next, or after the last one ended.',
  find,
};
