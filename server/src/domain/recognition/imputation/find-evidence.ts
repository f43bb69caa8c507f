import {
  type EvidenceFieldName,
  evidenceFieldNames,
  type ReadFieldName,
} from '../../../contract/truck-fields.ts';
import { type Db, statement } from '../../../db/database.ts';
import { byName } from '../../../lib/by-name.ts';
import { isCountedCrash } from '../../federal/counted-crash.ts';
import { isDuplicateInspection } from '../../federal/duplicate-inspection.ts';
import { TRAILER_TYPE_IDS, trailerTypeLabel } from '../../federal/vehicle-types.ts';

/** A row that supports a value: `key` identifies it in `table`. */
export type EvidenceRef = {
  table:
    | 'observations'
    | 'inspections'
    | 'sms_inspections'
    | 'crashes'
    | 'carrier_dockets'
    | 'wmi_vehicle_types';
  key: string;
  /** Null for facts without a date, such as dockets. */
  seenAt: Date | null;
  /** Of a sighting: whose camera saw it, and in which state. */
  organizationId?: number;
  region?: string;
};

/** A row with one value. */
export type EvidenceRow = EvidenceRef & { value: string };

/** A row about a vehicle, found by its plate, VIN, cab or trailer number; unknown values are empty. */
export type VehicleRow = EvidenceRef &
  Record<EvidenceFieldName, string> & {
    /** The row describes a trailer, not the tractor that pulls it. */
    isTrailer: boolean;
  };

export type DocketHolder = { usdot_number: string; key: string };
/** `isActive` is false for the only docket of a carrier, which needs no choice. */
export type HeldDocket = DocketHolder & { docket: string; isActive: boolean };

/** Evidence found by the identifiers read on the truck. */
export type VehicleEvidence = {
  byPlate: VehicleRow[];
  byVin: VehicleRow[];
  byTrailer: VehicleRow[];
  docketHolders: DocketHolder[];
};

/** Evidence found by the carrier, once it is known. */
type CarrierEvidence = {
  byCab: VehicleRow[];
  carrierDockets: HeldDocket[];
  /** Vehicle type by the first characters of a VIN, as vPIC names it. */
  vinTypes: Map<string, string>;
};

export type Evidence = VehicleEvidence & CarrierEvidence;

/** The values read on the truck, normalized; empty where nothing was read. */
export type KnownFields = Record<ReadFieldName, string>;

/** The identifiers by which a truck can be found again; null where the reading is missing or unreliable. */
export type TruckIdentifiers = {
  plate: { number: string; state: string } | null;
  /** The full VIN. */
  vin: string | null;
  trailer: string | null;
  docket: { prefix: string; number: number } | null;
};

/** Which organization looks for evidence, and the time of its sighting. */
export type EvidenceQuery = {
  organizationId: number;
  when: Date;
  /** The sightings being decided. Their own evidence does not count. */
  except: number[];
  /** Whether readings of other organizations count. */
  isShared: boolean;
};

/**
 * A sighting is evidence for those up to two years after it and up to 90 days before it. The limits are relative to the
 * sightings, so that it does not matter which of them was recorded first.
 */
export const EVIDENCE_AGE = `interval '730 days'`;
export const EVIDENCE_AHEAD = `interval '90 days'`;

/** Rows per source: those farther away weigh little. */
export const MAX_ROWS = 20;
const UNIT_NAME = `coalesce(${trailerTypeLabel('u.unit_type_id')}, '')`;

const FACTS = evidenceFieldNames();
const COLUMNS = ['table', 'key', 'seenAt', 'organizationId', 'region', ...FACTS, 'isTrailer'];
const EMPTY: Record<string, string> = { isTrailer: 'false', organizationId: '0' };

/** The select list of a vehicle row: the same columns in every branch of a union, empty unless given. */
function columns(table: VehicleRow['table'], given: Partial<Record<keyof VehicleRow, string>>): string {
  const values: Record<string, string> = { ...EMPTY, ...given, table: `'${table}'` };
  return COLUMNS.map((name) => `${values[name] ?? `''`} as "${name}"`).join(', ');
}

const usdotText = (column = 'usdot_number') => `case when ${column} = 0 then '' else ${column}::text end`;
/** An unknown fact in vehicle_evidence. */
export const emptyFact = (name: EvidenceFieldName) => (name === 'usdot_number' ? '0::bigint' : `''`);
const startOf = (date: string) => `${date}::timestamp at time zone 'UTC'`;

/** The kinds of identifiers in vehicle_evidence. */
export const EVIDENCE_KINDS = { plate: 1, vin: 2, cab: 3, trailer: 4 } as const;

/** A condition: the row of vehicle_evidence has the identifier. */
export const hasIdentifier = (row: string, kind: string | number, value: string) =>
  `${row}.value = ${value} and ${row}.kind = ${kind}`;

/** A condition: the row of vehicle_evidence says something. */
export const hasFact = (row: string) =>
  `(${FACTS.map((name) => `${row}.${name} <> ${emptyFact(name)}`).join(' or ')})`;

/** What a person typed counts only in the organization ($3) of that person. */
const visible = (name: EvidenceFieldName, value: string) =>
  `case when typed & ${1 << FACTS.indexOf(name)} = 0 or organization_id = $3 then ${value} else '' end`;

/**
 * Our own sightings with the same identifier: the nearest before and the nearest after, two short index ranges. $1 excluded
 * sightings, $2 the value, $3 the organization, $4 whether those of others count, $5 the time of the sighting.
 */
const sighted = (kind: string | number) =>
  [
    `seen_at between $5::timestamptz - ${EVIDENCE_AGE} and $5 order by seen_at desc`,
    `seen_at > $5 and seen_at <= $5::timestamptz + ${EVIDENCE_AHEAD} order by seen_at`,
  ]
    .map(
      (range) => `
  (select ${columns('observations', {
    key: 'sighting_id::text',
    seenAt: 'seen_at',
    organizationId: 'organization_id',
    region: 'region',
    ...byName(FACTS, (name) => visible(name, name)),
    usdot_number: visible('usdot_number', usdotText()),
  })}
   from vehicle_evidence
   where ${hasIdentifier('vehicle_evidence', kind, '$2')} and sighting_id <> all($1::bigint[])
     and ($4::boolean or organization_id = $3)
     and ${hasFact('vehicle_evidence')}
     and ${range} limit ${MAX_ROWS})`,
    )
    .join(' union all ');

/**
 * Inspected units found by an index, then their inspections by id. Skips the rows of reports that are there twice. Only a row
 * that is marked as a duplicate (D) is compared with the others of its carrier, which may be many.
 */
const inspected = (condition: string) => `
  select ${columns('inspections', {
    key: `i.usdot_number || ' ' || i.inspection_id`,
    seenAt: startOf('i.insp_date'),
    usdot_number: usdotText('i.usdot_number'),
    vin: `coalesce(u.vin, '')`,
    cab_number: `case when u.unit_type_id in (${TRAILER_TYPE_IDS}) then '' else coalesce(upper(u.company_number), '') end`,
    equipment_type: UNIT_NAME,
    isTrailer: `coalesce(u.unit_type_id in (${TRAILER_TYPE_IDS}), false)`,
  })}
  from (select inspection_id, unit_type_id, vin, company_number from inspection_units where ${condition}
        limit ${MAX_ROWS}) u
  join inspections i on i.inspection_id = u.inspection_id
  where upper(i.ci_status_code) is distinct from 'D' or not ${isDuplicateInspection('inspections')}`;

const smsInspected = (condition: string, isTrailer: boolean, vin = 'vin') => `
  (select ${columns('sms_inspections', {
    key: `usdot_number || ' ' || unique_id`,
    seenAt: startOf('insp_date'),
    usdot_number: usdotText(),
    vin: `coalesce(${vin}, '')`,
    isTrailer: String(isTrailer),
  })}
  from sms_inspections where ${condition} limit ${MAX_ROWS})`;

/** Skips parties that are not motor carriers (status X). */
const crashed = `
  (select ${columns('crashes', {
    key: `usdot_number || ' ' || crash_id`,
    seenAt: startOf('report_date'),
    usdot_number: usdotText(),
    vin: 'vin',
  })}
  from crashes where vin = $2 and ${isCountedCrash('crashes')} limit ${MAX_ROWS})`;

const hasPlate = (order: string) => `unit_license is not null and plain_plate(unit_license) = $6
  and unit_license_state = $7 order by ${order} desc`;

/*
 * One statement per kind of identifier, a few short index ranges each. Those of one truck are sent together, and only
 * for the identifiers it has: most trucks have a plate and a USDOT number, and a union of all kinds took 0.4 ms to start.
 */

/** $6 the plate and $7 its state. */
const byPlate = statement(
  'imputation.by-plate',
  [
    sighted(EVIDENCE_KINDS.plate),
    inspected(hasPlate('inspection_id')),
    smsInspected(hasPlate('unique_id'), false),
  ].join(' union all '),
);
const byVin = statement(
  'imputation.by-vin',
  [
    sighted(EVIDENCE_KINDS.vin),
    inspected('vin = $2'),
    smsInspected('vin = $2', false),
    smsInspected('vin2 = $2', true, 'vin2'),
    crashed,
  ].join(' union all '),
);
/** $6 the kind of the number: cab or trailer. */
const byUnitNumber = statement('imputation.by-unit-number', sighted('$6::smallint'));

/** $1 a docket and $2 its prefix. */
const docketHolders = statement(
  'imputation.docket-holders',
  `select source || ' ' || usdot_number || ' ' || $2::text || $1::int as key, usdot_number::text as usdot_number
     from (select 'motus' as source, usdot_number from motus_carriers where docket_number = $1 and docket_prefix = $2
       union select 'legacy', usdot_number from legacy_carriers where docket_number = $1 and docket_prefix = $2
       union select 'census', usdot_number from company_census where docket1_number = $1 and docket1_prefix = $2) d
    where usdot_number <> 0`,
);
const heldDockets = statement(
  'imputation.held-dockets',
  `select d.source || ' ' || d.usdot_number || ' ' || d.docket_prefix || d.docket_number as key,
     d.usdot_number::text as usdot_number, d.docket_number::text as docket, false as "isActive"
   from carrier_dockets d where d.usdot_number = $1::int and d.docket_prefix = 'MC'`,
);
const activeDockets = statement(
  'imputation.active-dockets',
  `select docket_number::text as docket from carrier_authorities
    where usdot_number = $1::int and status = 'A' and docket_prefix = 'MC' and docket_number is not null`,
);
const vehicleTypes = statement(
  'imputation.vehicle-types',
  `select wmi, vehicle_type as type from wmi_vehicle_types where wmi = any($1::text[]) and vehicle_type is not null`,
);

export async function findVehicle(
  db: Db,
  { plate, vin, trailer, docket }: TruckIdentifiers,
  query: EvidenceQuery,
): Promise<VehicleEvidence> {
  const [ofPlate, ofVin, ofTrailer, ofDocket] = await Promise.all([
    plate
      ? db.rows<VehicleRow>(byPlate, [...valuesOf(query, plateKey(plate)), plate.number, plate.state])
      : [],
    vin ? db.rows<VehicleRow>(byVin, valuesOf(query, vin)) : [],
    trailer ? db.rows<VehicleRow>(byUnitNumber, [...valuesOf(query, trailer), EVIDENCE_KINDS.trailer]) : [],
    docket ? db.rows<DocketHolder>(docketHolders, [docket.number, docket.prefix]) : [],
  ]);
  return { byPlate: ofPlate, byVin: ofVin, byTrailer: ofTrailer, docketHolders: ofDocket };
}

/** `cab`: the key of the cab number. `vins`: VINs that the vehicle may have; their first characters say its type. */
export async function findByCarrier(
  db: Db,
  { usdot_number, vin }: KnownFields,
  cab: string | null,
  vins: string[],
  query: EvidenceQuery,
): Promise<CarrierEvidence> {
  const starts = [...new Set([...vins, vin])]
    .filter(Boolean)
    .flatMap((vin) => [vin.slice(0, 3), vin.slice(0, 3) + vin.slice(11, 14)]);
  const [byCab, carrierDockets, types] = await Promise.all([
    cab ? db.rows<VehicleRow>(byUnitNumber, [...valuesOf(query, cab), EVIDENCE_KINDS.cab]) : [],
    usdot_number ? docketsOf(db, usdot_number) : [],
    starts.length > 0 ? db.rows<{ wmi: string; type: string }>(vehicleTypes, [starts]) : [],
  ]);
  return { byCab, carrierDockets, vinTypes: new Map(types.map(({ wmi, type }) => [wmi, type])) };
}

async function docketsOf(db: Db, usdotNumber: string): Promise<HeldDocket[]> {
  const held = await db.rows<HeldDocket>(heldDockets, [usdotNumber]);
  if (new Set(held.map(({ docket }) => docket)).size < 2) return held;
  const active = new Set(
    (await db.rows<{ docket: string }>(activeDockets, [usdotNumber])).map(({ docket }) => docket),
  );
  return held.map((one) => ({ ...one, isActive: active.has(one.docket) }));
}

function valuesOf({ except, organizationId, isShared, when }: EvidenceQuery, value: string): unknown[] {
  return [except, value, organizationId, isShared, when];
}

/** The keys of plates and cab numbers in vehicle_evidence. */
export function plateKey({ number, state }: { number: string; state: string }): string {
  return `${state} ${number}`;
}

export function cabKey(usdotNumber: string, cab: string): string {
  return `${usdotNumber} ${cab}`;
}
