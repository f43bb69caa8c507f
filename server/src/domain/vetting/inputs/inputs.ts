import type { AuthorityChange } from '../../carriers/profile/authority-periods.ts';
import type { FilingRecord } from '../../carriers/records/filings.ts';
import type { InspectionCounts, SmsOutputs } from '../../carriers/records/inspections.ts';
import type { CarrierScores } from '../../safety/read-scores.ts';

/** A loaded federal file. `sha256` identifies its content. */
export type FileInput = { dataset: string; file_name: string; file_date: string; sha256: string };

/** What does not depend on the carrier. */
export type Common = {
  /** The day that the carrier is checked for. */
  day: string;
  /** Null if that is the day of the check: the files decide as they are loaded. */
  as_of: string | null;
  files: FileInput[];
  /** Of the insurance files (`records/filings.ts`). */
  archived_since: Partial<Record<string, string>>;
  motus_days: string[];
  /** The day from which both registers of authorities are archived; null if one is not. */
  registers_since: string | null;
  /** Of inspections: 24 months up to the newest file of events. */
  window_start: string;
  window_end: string;
};

export const CENSUS_FIELDS = [
  ...['legal_name', 'usdot_status', 'carrier_operation', 'operation_classification', 'hazmat'],
  ...['power_units', 'drivers', 'mcs150_date', 'safety_rating', 'safety_rating_date'],
] as const;
export type CensusField = (typeof CENSUS_FIELDS)[number];

/** A row of a census file. A field that the file or the archive does not have is absent; null is an empty cell. */
export type CensusInput = {
  source_dataset: string;
  source_date: string | null;
  values: Partial<Record<CensusField, string | null>>;
};

export type AuthorityInput = {
  docket: string;
  authority: AuthorityChange['authority'];
  carries: AuthorityChange['carries'];
  status: 'A' | 'I' | 'N' | 'U';
  is_pending: boolean;
  source_dataset: string;
  source_date: string | null;
};

/** Liability insurance that a register requires of the carrier. */
export type RequirementInput = { source_dataset: string; docket: string; dollars: number };

export type OrderInput = {
  oos_date: string | null;
  rescind_date: string | null;
  oos_reason: string | null;
  row_hash: string;
  source_dataset: string;
  source_date: string | null;
};

/**
 * An inspection: the key in its file, its day, its level, and the numbers of out-of-service violations of the driver, the
 * vehicle and hazardous materials, and of all. A carrier can have tens of thousands, so it is a list.
 */
export type InspectionInput = [
  source: 'sms' | 'daily',
  key: number,
  day: string,
  level: number | null,
  driver: number,
  vehicle: number,
  hazmat: number,
  any: number,
  hasHazmat: boolean,
];

export type InspectionsInput = {
  /** Null where only the counts were read. A vetting file has the rows, and its counts come from them. */
  rows: InspectionInput[] | null;
  counts: InspectionCounts;
  /** The counts of FMCSA's monthly run, for carriers whose inspections are not loaded. */
  published: SmsOutputs | null;
};

export type ScoresInput = {
  run: CarrierScores['run'];
  published_on: string | null;
  basics: {
    basic: string;
    title: string;
    percentile: number | null;
    is_alert: boolean;
    threshold: number;
    status: string;
  }[];
  iss: { score: number; basis: string; reason: string } | null;
  unknown: CarrierScores['unknown'];
};

/** A sighting by a camera. Where and when exactly is licensed data, and no rule needs it. */
export type SightingInput = {
  day: string;
  id?: number;
  image_id?: string | null;
  /** Of the stored image. Null if it is not stored any more. */
  image_sha256?: string | null;
};

export type SignalsInput = {
  found: {
    name: string;
    title: string;
    severity: string;
    register_date: string | null;
    evidence_total: number;
    evidence: Record<string, string | number | boolean | null>[];
  }[];
  not_judged: { name: string; reason: string }[];
};

/** An objection of the carrier that the organization accepted. It clears what one rule, or one signal, found at most so. */
export type ClearanceInput = {
  rule: string;
  signal: string | null;
  result: 'REVIEW' | 'FAIL';
  reason: string;
  since: string;
  until: string;
};

export type ListInput = { list: 'allow' | 'block'; note: string; added_at: string };

/** Everything that the rules know about one carrier. Plain JSON: a vetting file contains it as it is. */
export type Inputs = {
  usdot_number: number;
  census: CensusInput[];
  authorities: AuthorityInput[];
  authority_changes: AuthorityChange[];
  requirements: RequirementInput[];
  filings: FilingRecord[];
  orders: OrderInput[];
  inspections: InspectionsInput;
  scores: ScoresInput | null;
  sightings: SightingInput[];
  signals: SignalsInput | null;
  list: ListInput | null;
  clearances: ClearanceInput[];
};

/** The parts that cost time of their own and are read only for rules that need them. */
export type Part = 'inspections' | 'scores' | 'sightings' | 'signals';
