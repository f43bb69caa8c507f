import type { Db } from '../../../db/database.ts';
import { utcDay } from '../utc-day.ts';

export type SignalAsked = {
  db: Db;
  usdotNumber: number;
  /** The last day looked at and the first, ISO. */
  today: string;
  since: string;
};

/** A row of evidence: what was seen or filed, in plain fields. */
export type Evidence = Record<string, string | number | boolean | null>;

/**
 * A fact that an analyst looks for. It says what is on record, not what it means; `evidence` holds the newest rows,
 * `evidence_total` how many there are.
 */
export type Finding = { evidence: Evidence[]; evidence_total: number };

export type Signal = {
  name: string;
  title: string;
  /** How it is found, in a sentence a customer can check. */
  rule: string;
  /** Null when the fact does not hold. */
  find(asked: SignalAsked): Promise<Finding | null>;
};

export const MOST_EVIDENCE = 50;

/** Rows that carry the whole count beside them (`total`), as a finding. */
export function findingOf(rows: (Evidence & { total: number })[]): Finding | null {
  const [first] = rows;
  if (!first) return null;
  return { evidence: rows.map(({ total: _, ...row }) => row), evidence_total: first.total };
}

/** A moment as every answer writes it. */
export const isoTime = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The carrier's own sightings of the time looked at: $1 carrier, $2 first day, $3 last day. */
export const ownSightings = `
  select o.* from observations o where o.usdot_number = $1 and o.type = 'Detection'
    and o.time_captured >= ${utcDay('$2')} and o.time_captured < ${utcDay('$3', 1)}`;

export const shownSighting = `${isoTime('s.time_captured')} as time_captured, s.location_city, s.location_state,
  s.alpr_plate_number as plate_number, s.vin`;
