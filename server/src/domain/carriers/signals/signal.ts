import { type CarrierSignals, MAX_EVIDENCE } from '../../../contract/signals.ts';
import { type Db, statement } from '../../../db/database.ts';
import { vinCheckDigit } from '../../../lib/identifiers/vin-check-digit.ts';
import { orderInForce } from '../../federal/out-of-service.ts';
import type { SignalName } from './signal-rules.ts';

/** The loaded federal files: the day of the data, by dataset. */
export type LoadedFiles = ReadonlyMap<string, string>;

export type SignalRequest = {
  db: Db;
  usdotNumber: number;
  /** The first and last day of the period. */
  since: string;
  today: string;
  loaded: LoadedFiles;
};

type Signal = CarrierSignals['signals'][number];
export type Finding = Pick<Signal, 'evidence' | 'evidence_total'> & {
  /** If not that of the rule: less or more certain than usual. */
  severity?: Signal['severity'];
  /** The day of the file that decided, if it is not the oldest one of the signal's files. */
  register_date?: string | null;
};
export type Evidence = Finding['evidence'][number];
/** The records of this carrier, or the files, are not enough to tell. */
export type NotJudged = { reason: string };

/** Returns null when the signal does not apply. */
export type FindSignal = (request: SignalRequest) => Promise<Finding | NotJudged | null>;

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
export function querySignal(
  name: SignalName,
  sql: string,
): (request: SignalRequest) => Promise<Finding | null> {
  const evidence = statement(`signals.${name}`, `${sql} limit ${MAX_EVIDENCE}`);
  return async ({ db, usdotNumber, since, today }) =>
    findingOf(await db.rows(evidence, [usdotNumber, since, today]));
}

/**
 * The period as times. Sightings may be distributed over several servers and federal tables never are: a statement reads
 * one or the other. Times that are values, not computed, exclude partitions when the statement is planned.
 */
export function periodOf({
  since,
  today,
}: Pick<SignalRequest, 'since' | 'today'>): [from: string, to: string] {
  return [dayStart(since), dayStart(today, 1)];
}

/** The first moment of a day in UTC, plus a number of days. */
export function dayStart(day: string, plusDays = 0): string {
  return new Date(Date.parse(day) + plusDays * 86_400_000).toISOString();
}

/** A condition on `o`: within the period. $2, $3: its times. */
export const inPeriod = `o.time_captured >= $2::timestamptz and o.time_captured < $3::timestamptz`;

/** A condition on `o`: the USDOT number is on record or was read on the truck with high confidence, not inferred. */
export const isCarrierRead = `not o.is_usdot_imputed and coalesce(o.usdot_number_ocr_score, 'High') = 'High'`;

/** A condition on `o`: the same for the VIN. Its check digit is verified by `hasValidCheckDigit`. */
export const isVinRead = `o.vin <> '' and not o.is_vin_imputed and coalesce(o.vin_ocr_score, 'High') = 'High'`;

export function hasValidCheckDigit({ vin }: { vin: string }): boolean {
  return vin[8] !== undefined && vinCheckDigit(vin) === vin[8];
}

/** A condition on `o`: our reading of the plate, if there is one, agrees and is certain. */
export const isPlateRead = 'not o.is_plate_doubtful';

/** Reads a column that both censuses have. Null: not known. */
function inCensus<T>(name: string, column: string): (request: SignalRequest) => Promise<T | null> {
  const found = statement(
    name,
    `select coalesce((select ${column} from company_census where usdot_number = $1),
       (select ${column} from sms_census where usdot_number = $1)) as value`,
  );
  return async ({ db, usdotNumber }) =>
    (await db.row<{ value: T | null }>(found, [usdotNumber]))?.value ?? null;
}

/** The day of the registration. */
export const readRegistered = inCensus<string>('signals.registered-on', 'add_date');
/** The power units that the carrier declared. */
export const declaredUnits = inCensus<number>('signals.declared-units', 'power_units');

/** The federal file of a record, as columns of evidence. */
export type FromFile = { source_dataset: string; source_date: string | null };
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
 * out-of-service order. Columns `revoked_on` and `out_of_service_since`; `day` is the last day that counts. A carrier that
 * was reinstated and gave its authority up later did not lose it against its will: the newest revocation decides.
 */
export const lossOf = (usdotNumber: string, day: string) => `
  select (select case when coalesce(r.order_type, '') not ilike 'voluntary%' then r.effective_date end
      from carrier_authority_orders r
      where r.usdot_number = ${usdotNumber} and r.effective_date <= ${day} and r.discontinued_on is null
        and not ${hasAuthority(`${TO_CARRY}, 'broker'`, 'A', usdotNumber)}
        and ${hasAuthority(`${TO_CARRY}, 'broker'`, 'I', usdotNumber)}
      order by r.effective_date desc, r.order_type limit 1) as revoked_on,
    (select max(o.oos_date) from out_of_service_orders o where o.usdot_number = ${usdotNumber}
      and ${orderInForce(day, 'o')}) as out_of_service_since`;

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
