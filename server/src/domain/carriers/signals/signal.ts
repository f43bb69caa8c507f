import { type CarrierSignals, MAX_EVIDENCE } from '../../../contract/signals.ts';
import { type Db, statement } from '../../../db/database.ts';
import { vinCheckDigit } from '../../../lib/identifiers/vin-check-digit.ts';
import { isoTime } from '../records/window.ts';

export type SignalRequest = {
  db: Db;
  usdotNumber: number;
  /** The first and last day of the period. */
  since: string;
  today: string;
};

type SignalEntry = CarrierSignals['signals'][number];
export type Finding = Pick<SignalEntry, 'evidence' | 'evidence_total'>;
export type Evidence = Finding['evidence'][number];

/** States a fact on record, not its interpretation. */
export type Signal = Pick<SignalEntry, 'name' | 'title' | 'rule'> & {
  /** Null when the signal does not apply. */
  find(request: SignalRequest): Promise<Finding | null>;
};

/** Rows that each contain the number of all rows as `total`. */
export function findingOf(rows: (Evidence & { total: number })[]): Finding | null {
  const [first] = rows;
  if (!first) return null;
  return { evidence: rows.map(({ total: _, ...row }) => row), evidence_total: first.total };
}

/**
 * The period as times. Sightings may be distributed over several servers, federal tables never are: a statement reads
 * either one, and its times are values that exclude partitions when it is planned.
 */
export function periodOf({ since, today }: Pick<SignalRequest, 'since' | 'today'>): [from: Date, to: Date] {
  return [dayStart(since), dayStart(today, 1)];
}

/** The first moment of a day in UTC, plus a number of days. */
export function dayStart(day: string, plusDays = 0): Date {
  return new Date(Date.parse(day) + plusDays * 86_400_000);
}

/** A condition on `o`: within the period. $2, $3: its times. */
export const inPeriod = 'o.time_captured >= $2::timestamptz and o.time_captured < $3::timestamptz';

/** A condition on `o`: the USDOT number is on record or was read on the truck with high confidence, not inferred. */
export const isCarrierRead = `not o.is_usdot_imputed and coalesce(o.usdot_number_ocr_score, 'High') = 'High'`;

/** A condition on `o`: the same for the VIN. Its check digit is compared afterwards. */
export const isVinRead = `o.vin <> '' and not o.is_vin_imputed and coalesce(o.vin_ocr_score, 'High') = 'High'`;

export function hasValidCheckDigit(vin: string): boolean {
  return vin[8] !== undefined && vinCheckDigit(vin) === vin[8];
}

/** The carrier's sightings in the period, with its number read on the truck, as evidence. */
const shownSightings = `select ${isoTime('o.time_captured')} as time_captured, o.location_city, o.location_state,
    o.alpr_plate_number as plate_number, o.vin`;
const ownSighting = `o.usdot_number = $1 and o.type = 'Detection' and ${isCarrierRead} and ${inPeriod}`;

const elsewhere = statement(
  'signals.sightings-elsewhere',
  `${shownSightings}, count(*) over () as total from observations o
   where ${ownSighting} and o.location_state <> '' and o.location_state <> $4
   order by o.time_captured desc limit ${MAX_EVIDENCE}`,
);

type ShownSighting = Evidence & { total: number };

/** The carrier's newest sightings outside a state. */
export function sightingsOutside(request: SignalRequest, state: string): Promise<ShownSighting[]> {
  return request.db.rows(elsewhere, [request.usdotNumber, ...periodOf(request), state]);
}

/** $4, $5: the starts and ends of time ranges. */
const within = statement(
  'signals.sightings-within',
  `${shownSightings}, g.nth::int as nth, count(*) over () as total
   from unnest($4::timestamptz[], $5::timestamptz[]) with ordinality as g (first, last, nth)
   join observations o on o.time_captured >= g.first and o.time_captured < g.last
   where ${ownSighting} order by o.time_captured desc limit ${MAX_EVIDENCE}`,
);

/** The carrier's newest sightings in one of the ranges. The facts of a range are added to its sightings. */
export async function sightingsWithin(
  request: SignalRequest,
  ranges: { from: Date; to: Date | null; facts: Evidence }[],
): Promise<Finding | null> {
  if (ranges.length === 0) return null;
  const rows = await request.db.rows<ShownSighting & { nth: number }>(within, [
    request.usdotNumber,
    ...periodOf(request),
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => to ?? 'infinity'),
  ]);
  return findingOf(
    rows.map(({ nth, total, ...sighting }) => ({ ...sighting, ...ranges[nth - 1]?.facts, total })),
  );
}
