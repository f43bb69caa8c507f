import { MAX_EVIDENCE } from '../../../contract/signals.ts';
import { type Statement, statement } from '../../../db/database.ts';
import { isoTime } from '../../observations/observation.ts';
import { isFarFromState } from './far-from-state.ts';
import {
  type Evidence,
  type Finding,
  findingOf,
  inPeriod,
  isCarrierRead,
  newest,
  periodOf,
  type SignalRequest,
} from './signal.ts';

/** The columns of evidence. */
const columns = `${isoTime('o.time_captured')} as time_captured, o.location_city, o.location_state,
  o.alpr_plate_number as plate_number, o.vin, o.image_id`;
const dayOf = (time: string) => `(${time} at time zone 'UTC')::date`;
const counts = `count(*) as total,
  coalesce(${dayOf('min(o.time_captured)')} < ${dayOf('max(o.time_captured)')}, false) as is_several_days`;
const isConfirmed = 'o.is_usdot_confirmed';
/** The carrier's sightings in the period, with its number read on the truck. */
const isOwn = `o.usdot_number = $1 and o.type = 'Detection' and ${isCarrierRead} and ${inPeriod}`;

/**
 * Statements over one set of sightings. They are separate because of carriers with many sightings: the columns of evidence
 * are needed only for the newest.
 */
type SightingStatements = { counted: Statement; confirmed: Statement; newest: Statement };

function sightingStatements(name: string, set: string, more = ''): SightingStatements {
  return {
    counted: statement(`signals.${name}-counted`, `select ${counts} ${set}`),
    confirmed: statement(`signals.${name}-confirmed`, `select 1 as one ${set} and ${isConfirmed} limit 1`),
    newest: statement(
      `signals.${name}`,
      `select ${columns}${more} ${set} order by o.time_captured desc limit ${MAX_EVIDENCE}`,
    ),
  };
}

type Counted = { total: number; is_several_days: boolean };

/** The newest of the sightings. One sighting may be a misread number, so it needs a witness or a second day. */
async function newestIfEnough<Row extends Evidence>(
  { db }: SignalRequest,
  statements: SightingStatements,
  values: unknown[],
): Promise<(Row & { total: number })[]> {
  const found = await db.row<Counted>(statements.counted, values);
  if (!found || found.total === 0) return [];
  if (!found.is_several_days && !(await db.row(statements.confirmed, values))) return [];
  const rows = await db.rows<Row>(statements.newest, values);
  return rows.map((row) => ({ ...row, total: found.total }));
}

const MAX_ELSEWHERE = 500;
/** $4: states. */
const outside = statement(
  'signals.sightings-elsewhere',
  `select ${columns}, o.latitude, o.longitude, ${isConfirmed} as is_confirmed
   from observations o where ${isOwn} and o.location_state <> '' and o.location_state <> all($4::text[])
   order by o.time_captured desc limit ${MAX_ELSEWHERE}`,
);

type Elsewhere = Evidence & {
  time_captured: string;
  location_state: string;
  latitude: number | null;
  longitude: number | null;
  is_confirmed: boolean;
};

/** The carrier's newest sightings far from all of the states, if they are enough. The facts are added to each. */
export async function sightingsFarFrom(
  request: SignalRequest,
  states: string[],
  facts: Evidence,
): Promise<Finding | null> {
  const values = [request.usdotNumber, ...periodOf(request), states];
  const rows = await request.db.rows<Elsewhere>(outside, values);
  const far = rows.filter((row) => states.every((state) => isFarFromState(state, row)));
  const days = new Set(far.map(({ time_captured }) => time_captured.slice(0, 10)));
  if (days.size < 2 && !far.some(({ is_confirmed }) => is_confirmed)) return null;
  return newest(
    far.map(({ latitude: _, longitude: __, is_confirmed: ___, ...row }): Evidence => ({ ...row, ...facts })),
  );
}

const MAX_PLACES = 1_000;
/** $4: a state. */
const placesOutside = statement(
  'signals.places-outside',
  `select distinct o.location_state, o.latitude, o.longitude from observations o
   where ${isOwn} and o.location_state not in ('', $4) limit ${MAX_PLACES}`,
);

/** Whether the carrier was seen far from a state in the period. */
export async function isSeenFarFrom(request: SignalRequest, state: string): Promise<boolean> {
  type Place = { location_state: string; latitude: number | null; longitude: number | null };
  const values = [request.usdotNumber, ...periodOf(request), state];
  const places = await request.db.rows<Place>(placesOutside, values);
  return places.some((place) => isFarFromState(state, place));
}

/** $4, $5: the starts and ends of time ranges. */
const within = sightingStatements(
  'sightings-within',
  `from unnest($4::timestamptz[], $5::timestamptz[]) with ordinality as g (first, last, nth)
   join observations o on o.time_captured >= g.first and o.time_captured < g.last
   where ${isOwn}`,
  ', g.nth::int as nth',
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
  const rows = await newestIfEnough<Evidence & { nth: number }>(request, within, [
    request.usdotNumber,
    first > start ? first : start,
    last < end ? last : end,
    ranges.map(({ from }) => from),
    ends,
  ]);
  return findingOf(rows.map(({ nth, ...row }) => ({ ...row, ...ranges[nth - 1]?.facts }) as typeof row));
}
