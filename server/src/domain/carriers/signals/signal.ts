import { type CarrierSignals, MAX_EVIDENCE } from '../../../contract/signals.ts';
import { type Db, statement } from '../../../db/database.ts';
import { isoTime, utcDay } from '../records/window.ts';

export type SignalRequest = {
  db: Db;
  usdotNumber: number;
  /** The first and last day of the period. */
  since: string;
  today: string;
};

type SignalEntry = CarrierSignals['signals'][number];
export type Finding = Pick<SignalEntry, 'evidence' | 'evidence_total'>;
type Evidence = Finding['evidence'][number];

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

/** A signal whose evidence is the rows of one query. $1 carrier, $2 first day, $3 last day. */
export function querySignal({ sql, ...texts }: Omit<Signal, 'find'> & { sql: string }): Signal {
  const evidence = statement(`signals.${texts.name}`, `${sql} limit ${MAX_EVIDENCE}`);
  return {
    ...texts,
    find: async ({ db, usdotNumber, since, today }) =>
      findingOf(await db.rows(evidence, [usdotNumber, since, today])),
  };
}

/** A condition on `o`: within the period. */
export const inPeriod = `o.time_captured >= ${utcDay('$2')} and o.time_captured < ${utcDay('$3', 1)}`;

/** A condition on `o`: the USDOT number is on record or was read on the truck with high confidence, not inferred. */
export const isCarrierRead = `not o.is_usdot_imputed and coalesce(o.usdot_number_ocr_score, 'High') = 'High'`;

/** A condition on `o`: the same for the VIN, whose check digit must be right. */
export const isVinRead = `o.vin <> '' and not o.is_vin_imputed and coalesce(o.vin_ocr_score, 'High') = 'High'
  and has_valid_check_digit(o.vin)`;

/** The carrier's sightings in the period, with its number read on the truck. */
export const ownSightings = `
  select o.* from observations o
  where o.usdot_number = $1 and o.type = 'Detection' and ${isCarrierRead} and ${inPeriod}`;

/** The columns of a sighting `s` in evidence. */
export const shownSighting = `${isoTime('s.time_captured')} as time_captured, s.location_city, s.location_state,
  s.alpr_plate_number as plate_number, s.vin`;
