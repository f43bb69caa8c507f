import { MAX_EVIDENCE } from '../../../contract/signals.ts';
import { statement } from '../../../db/database.ts';
import { isoTime } from '../records/window.ts';
import {
  type Evidence,
  type Finding,
  findingOf,
  inPeriod,
  isCarrierRead,
  periodOf,
  type SignalRequest,
} from './signal.ts';

const day = `(o.time_captured at time zone 'UTC')::date`;
/** The columns of evidence. One sighting may be a misread number, so it needs a witness or a second day: `is_enough`. */
const columns = `${isoTime('o.time_captured')} as time_captured, o.location_city, o.location_state,
  o.alpr_plate_number as plate_number, o.vin, o.image_id, count(*) over () as total,
  (min(${day}) over () < max(${day}) over ()
    or bool_or(coalesce(o.readings#>>'{usdot_number,outcome}', '') = 'confirmed') over ()) as is_enough`;
/** The carrier's sightings in the period, with its number read on the truck. */
const isOwn = `o.usdot_number = $1 and o.type = 'Detection' and ${isCarrierRead} and ${inPeriod}`;

type Sighting = Evidence & { total: number; is_enough: boolean };

/** $4: a state. */
const outside = statement(
  'signals.sightings-elsewhere',
  `select ${columns} from observations o
   where ${isOwn} and o.location_state <> '' and o.location_state <> $4
   order by o.time_captured desc limit ${MAX_EVIDENCE}`,
);

/** The carrier's newest sightings outside a state, if they are enough. The facts are added to each. */
export async function sightingsOutside(
  request: SignalRequest,
  state: string,
  facts: Evidence,
): Promise<Finding | null> {
  const { db, usdotNumber } = request;
  const rows = await db.rows<Sighting>(outside, [usdotNumber, ...periodOf(request), state]);
  return enough(rows.map((row) => ({ ...row, ...facts })));
}

/** $4, $5: the starts and ends of time ranges. */
const within = statement(
  'signals.sightings-within',
  `select ${columns}, g.nth::int as nth
   from unnest($4::timestamptz[], $5::timestamptz[]) with ordinality as g (first, last, nth)
   join observations o on o.time_captured >= g.first and o.time_captured < g.last
   where ${isOwn} order by o.time_captured desc limit ${MAX_EVIDENCE}`,
);

/** Without `to`, until the end of the period. */
type TimeRange = { from: string; to: string | null; facts: Evidence };

/** The carrier's newest sightings in one of the ranges, if they are enough. The facts of a range are added to its sightings. */
export async function sightingsWithin(request: SignalRequest, ranges: TimeRange[]): Promise<Finding | null> {
  if (ranges.length === 0) return null;
  const [start, end] = periodOf(request);
  const ends = ranges.map(({ to }) => to ?? end);
  const first = ranges.map(({ from }) => from).reduce((a, b) => (a < b ? a : b));
  const last = ends.reduce((a, b) => (a > b ? a : b));
  const rows = await request.db.rows<Sighting & { nth: number }>(within, [
    request.usdotNumber,
    first > start ? first : start,
    last < end ? last : end,
    ranges.map(({ from }) => from),
    ends,
  ]);
  return enough(rows.map(({ nth, ...row }) => ({ ...row, ...ranges[nth - 1]?.facts }) as Sighting));
}

function enough(rows: Sighting[]): Finding | null {
  if (!rows[0]?.is_enough) return null;
  return findingOf(rows.map(({ is_enough: _, ...row }) => row));
}
