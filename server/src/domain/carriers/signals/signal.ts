import { type CarrierSignals, MAX_EVIDENCE } from '../../../contract/signals.ts';
import { type Db, statement } from '../../../db/database.ts';
import { isoTime, utcDay } from '../records/window.ts';
import type { SignalName } from './rules.ts';

export type SignalRequest = {
  db: Db;
  usdotNumber: number;
  /** The first and last day of the period. */
  since: string;
  today: string;
};

export type Finding = Pick<CarrierSignals['signals'][number], 'evidence' | 'evidence_total'>;
export type Evidence = Finding['evidence'][number];

/** Returns null when the signal does not apply. */
export type FindSignal = (request: SignalRequest) => Promise<Finding | null>;

/** Rows that each contain the number of all rows as `total`. */
export function findingOf(rows: (Evidence & { total: number })[]): Finding | null {
  const [first] = rows;
  if (!first) return null;
  return { evidence: rows.map(({ total: _, ...row }) => row), evidence_total: first.total };
}

/** The newest of all evidence rows. */
export function newest(rows: Evidence[]): Finding | null {
  return rows.length === 0 ? null : { evidence: rows.slice(0, MAX_EVIDENCE), evidence_total: rows.length };
}

/** A signal whose evidence is the rows of one query. $1 carrier, $2 first day, $3 last day. */
export function querySignal(name: SignalName, sql: string): FindSignal {
  const evidence = statement(`signals.${name}`, `${sql} limit ${MAX_EVIDENCE}`);
  return async ({ db, usdotNumber, since, today }) =>
    findingOf(await db.rows(evidence, [usdotNumber, since, today]));
}

/** Sightings with `is_enough`: one sighting may be a misread number, so it needs a witness or a second day. */
export function enoughSightings(rows: (Evidence & { total: number; is_enough: boolean })[]): Finding | null {
  if (!rows[0]?.is_enough) return null;
  return findingOf(rows.map(({ is_enough: _, ...row }) => row));
}

/** Like `querySignal`, for sightings. The query selects `fromSightings`. */
export function sightingSignal(name: SignalName, sql: string): FindSignal {
  const evidence = statement(`signals.${name}`, `${sql} limit ${MAX_EVIDENCE}`);
  return async ({ db, usdotNumber, since, today }) =>
    enoughSightings(await db.rows(evidence, [usdotNumber, since, today]));
}

/** A condition on `o`: within the period. */
export const inPeriod = `o.time_captured >= ${utcDay('$2')} and o.time_captured < ${utcDay('$3', 1)}`;

/** A condition on `o`: the USDOT number is on record or was read on the truck with high confidence, not inferred. */
export const isCarrierRead = `not o.is_usdot_imputed and coalesce(o.usdot_number_ocr_score, 'High') = 'High'`;

/** A condition on `o`: the same for the VIN. For a join with VINs whose check digit was verified: that is slow. */
export const isKnownVinRead = `o.vin <> '' and not o.is_vin_imputed and coalesce(o.vin_ocr_score, 'High') = 'High'`;
export const isVinRead = `${isKnownVinRead} and has_valid_check_digit(o.vin)`;

/** A condition on `o`: our reading of the plate, if there is one, agrees and is certain. It reads the stored readings. */
export const isPlateRead = `coalesce(o.readings->>'plate_agreement', '') <> 'contradicted'
  and coalesce((o.readings->>'plate_confidence')::float8, 1) >= 0.9`;

/** The carrier's sightings in the period, with its number read on the truck. */
export const ownSightings = `
  select o.* from observations o
  where o.usdot_number = $1 and o.type = 'Detection' and ${isCarrierRead} and ${inPeriod}`;

/** The columns of a sighting `s` in evidence. */
export const shownSighting = `${isoTime('s.time_captured')} as time_captured, s.location_city, s.location_state,
  s.alpr_plate_number as plate_number, s.vin, s.image_id`;

const day = `(s.time_captured at time zone 'UTC')::date`;
/** The columns that `sightingSignal` needs, of the sightings `s`. */
export const fromSightings = `count(*) over () as total, (min(${day}) over () < max(${day}) over ()
  or bool_or(coalesce(s.readings#>>'{usdot_number,outcome}', '') = 'confirmed') over ()) as is_enough`;

/** The federal file of a record, as columns of evidence. */
export const fromFile = (dataset: string) =>
  `${dataset} as source_dataset, federal_file_date(${dataset}) as source_date`;

/** Private and intrastate carriers need neither federal authority nor federal filings. */
export const isInterstateForHire = `(
  coalesce((select classdef ilike '%authorized for hire%' from company_census where usdot_number = $1),
    (select authorized_for_hire from sms_census where usdot_number = $1), true)
  and coalesce((select carrier_operation from company_census where usdot_number = $1),
    (select carrier_operation from sms_census where usdot_number = $1), 'A') not in ('B', 'C'))`;

export const hasAuthority = (authorities: string, status: 'A' | 'I', usdotNumber = '$1') =>
  `exists (select from carrier_authorities held where held.usdot_number = ${usdotNumber}
     and held.authority in (${authorities}) and held.status = '${status}')`;
export const TO_CARRY = `'common', 'contract'`;

/**
 * When the carrier `usdotNumber` lost its authority against its will and has none now, and since when it is under an
 * out-of-service order. Columns `revoked_on` and `out_of_service_since`; `day` is the last day that counts.
 */
export const lossOf = (usdotNumber: string, day: string) => `
  select (select max(r.effective_date) from carrier_revocations r
      where r.usdot_number = ${usdotNumber} and r.effective_date <= ${day} and coalesce(r.order_type, '') not ilike 'voluntary%'
        and not ${hasAuthority(`${TO_CARRY}, 'broker'`, 'A', usdotNumber)}
        and ${hasAuthority(`${TO_CARRY}, 'broker'`, 'I', usdotNumber)}) as revoked_on,
    (select max(o.oos_date) from out_of_service_orders o where o.usdot_number = ${usdotNumber}
      and o.oos_date <= ${day} and (o.rescind_date is null or o.rescind_date > ${day})) as out_of_service_since`;

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
