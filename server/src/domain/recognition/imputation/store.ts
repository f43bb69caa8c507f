import { type Db, statement } from '../../../db/database.ts';
import { TRAILER_TYPE_IDS, trailerTypeLabel } from '../../federal/vehicle-types.ts';
import type { CarrierEvidence, HeldDocket, VehicleEvidence, VehicleRow } from './evidence.ts';

/** The identifiers by which a truck can be found again; null where the reading is missing or unreliable. */
export type TruckIdentifiers = {
  plate: { number: string; state: string } | null;
  /** The full VIN. */
  vin: string | null;
  trailerNumber: string | null;
  docket: { prefix: string; number: number } | null;
};

type Via = 'plate' | 'vin' | 'trailer' | 'cab' | 'docket' | 'wmi';
type Row = VehicleRow & HeldDocket & { via: Via; vehicleType: string };

/** Rows per source: older ones weigh little. */
const MAX_ROWS = 20;
const UNIT_NAME = `coalesce(${trailerTypeLabel('u.unit_type_id')}, '')`;

const COLUMNS =
  'via table key seenAt usdotNumber vin cabNumber logo equipmentType isTrailer docket isActive vehicleType';
const EMPTY: Record<string, string> = { seenAt: 'null', isTrailer: 'false', isActive: 'false' };

/** The select list of one branch of a union: the same columns in every branch, empty unless given. */
function columns(via: Via, table: Row['table'], given: Partial<Record<keyof Row, string>>): string {
  const values: Record<string, string> = { ...EMPTY, ...given, via: `'${via}'`, table: `'${table}'` };
  const named = COLUMNS.split(' ').map((name) => `${values[name] ?? `''`} as "${name}"`);
  return named.join(', ');
}

const usdotText = (column = 'usdot_number') => `case when ${column} = 0 then '' else ${column}::text end`;
const startOf = (date: string) => `${date}::timestamp at time zone 'UTC'`;

/** Our own sightings with the same identifier, newest first: one short index range. */
const sighted = (via: Via, value: string) => `
  (select ${columns(via, 'observations', {
    key: 'sighting_id::text',
    seenAt: 'seen_at',
    usdotNumber: usdotText(),
    vin: 'vin',
    cabNumber: 'cab_number',
    logo: 'logo',
    equipmentType: 'equipment_type',
  })}
   from vehicle_evidence
   where kind = '${via}' and value = ${value} and sighting_id <> all($1::bigint[])
     and (usdot_number <> 0 or vin <> '' or cab_number <> '' or logo <> '' or equipment_type <> '')
   order by seen_at desc limit ${MAX_ROWS})`;

/** Inspected units found by an index, then their inspections by id. */
const inspected = (via: Via, condition: string) => `
  select ${columns(via, 'inspections', {
    key: `i.usdot_number || ' ' || i.inspection_id`,
    seenAt: startOf('i.insp_date'),
    usdotNumber: usdotText('i.usdot_number'),
    vin: `coalesce(u.vin, '')`,
    cabNumber: `case when u.unit_type_id in (${TRAILER_TYPE_IDS}) then '' else coalesce(upper(u.company_number), '') end`,
    equipmentType: UNIT_NAME,
    isTrailer: `coalesce(u.unit_type_id in (${TRAILER_TYPE_IDS}), false)`,
  })}
  from (select inspection_id, unit_type_id, vin, company_number from inspection_units where ${condition}
        limit ${MAX_ROWS}) u
  join inspections i on i.inspection_id = u.inspection_id`;

const smsInspected = (via: Via, condition: string, isTrailer: boolean, vin = 'vin') => `
  (select ${columns(via, 'sms_inspections', {
    key: `usdot_number || ' ' || unique_id`,
    seenAt: startOf('insp_date'),
    usdotNumber: usdotText(),
    vin: `coalesce(${vin}, '')`,
    isTrailer: String(isTrailer),
  })}
  from sms_inspections where ${condition} limit ${MAX_ROWS})`;

const crashed = `
  (select ${columns('vin', 'crashes', {
    key: `usdot_number || ' ' || crash_id`,
    seenAt: startOf('report_date'),
    usdotNumber: usdotText(),
    vin: 'vin',
  })}
  from crashes where vin = $5 limit ${MAX_ROWS})`;

const docketHolders = `
  select ${columns('docket', 'carrier_dockets', {
    key: `source || ' ' || usdot_number || ' ' || $8::text || $7::int`,
    usdotNumber: 'usdot_number::text',
  })}
  from (select 'motus' as source, usdot_number from motus_carriers where docket_number = $7 and docket_prefix = $8
    union select 'legacy', usdot_number from legacy_carriers where docket_number = $7 and docket_prefix = $8
    union select 'census', usdot_number from company_census where docket1_number = $7 and docket1_prefix = $8) d
  where usdot_number <> 0`;

const hasPlate = (order: string) => `unit_license is not null and plain_plate(unit_license) = $3
  and unit_license_state = $4 order by ${order} desc`;

/**
 * All evidence for the identifiers of a truck in one round trip. $1 excluded sightings, $2 plate as in vehicle_evidence,
 * $3 plate and $4 its state, $5 VIN, $6 trailer number, $7 docket and $8 its prefix; each may be null. About ten index
 * ranges of a few rows each, under 1 ms.
 */
const vehicleEvidence = statement(
  'imputation.vehicle-evidence',
  [
    sighted('plate', '$2'),
    sighted('vin', '$5'),
    sighted('trailer', '$6'),
    inspected('plate', hasPlate('inspection_id')),
    smsInspected('plate', hasPlate('unique_id'), false),
    inspected('vin', 'vin = $5'),
    smsInspected('vin', 'vin = $5', false),
    smsInspected('vin', 'vin2 = $5', true, 'vin2'),
    crashed,
    docketHolders,
  ].join(' union all '),
);

/**
 * The evidence that depends on the carrier. $1 excluded sightings, $2 cab number as in vehicle_evidence, $3 carrier, $4
 * first characters of VINs; each may be null.
 */
const carrierEvidence = statement(
  'imputation.carrier-evidence',
  `${sighted('cab', '$2')}
   union all
   select ${columns('docket', 'carrier_dockets', {
     key: `d.source || ' ' || d.usdot_number || ' ' || d.docket_prefix || d.docket_number`,
     usdotNumber: 'd.usdot_number::text',
     docket: 'd.docket_number::text',
     isActive: `exists (select from carrier_authorities a where a.usdot_number = $3::int and a.status = 'A'
       and a.docket_number = d.docket_number and a.docket_prefix = d.docket_prefix)`,
   })}
   from carrier_dockets d where d.usdot_number = $3::int and d.docket_prefix = 'MC'
   union all
   select ${columns('wmi', 'wmi_vehicle_types', { key: 'w.wmi', vehicleType: `coalesce(w.vehicle_type, '')` })}
   from wmi_vehicle_types w where w.wmi = any($4::text[])`,
);

/** `except`: the sightings being decided. Their own evidence does not count. */
export async function findVehicle(
  db: Db,
  { plate, vin, trailerNumber, docket }: TruckIdentifiers,
  except: number[],
): Promise<VehicleEvidence> {
  const rows = await db.rows<Row>(vehicleEvidence, [
    except,
    plate && plateKey(plate),
    plate?.number ?? null,
    plate?.state ?? null,
    vin,
    trailerNumber,
    docket?.number ?? null,
    docket?.prefix ?? null,
  ]);
  const found = (via: Via) => rows.filter((row) => row.via === via);
  return {
    byPlate: found('plate'),
    byVin: found('vin'),
    byTrailer: found('trailer'),
    docketHolders: found('docket'),
  };
}

/** `vins`: every VIN that the vehicle may have; the first characters of each determine the vehicle type. */
export async function findByCarrier(
  db: Db,
  usdotNumber: string,
  cabNumber: string,
  vins: string[],
  except: number[],
): Promise<CarrierEvidence> {
  const rows = await db.rows<Row>(carrierEvidence, [
    except,
    usdotNumber === '' || cabNumber === '' ? null : cabKey(usdotNumber, cabNumber),
    usdotNumber === '' ? null : usdotNumber,
    vins.flatMap((vin) => [vin.slice(0, 3), vin.slice(0, 3) + vin.slice(11, 14)]),
  ]);
  const found = (via: Via) => rows.filter((row) => row.via === via);
  return {
    byCab: found('cab'),
    carrierDockets: found('docket'),
    vinTypes: new Map(found('wmi').map(({ key, vehicleType }) => [key, vehicleType])),
  };
}

/** The keys of plates and cab numbers in vehicle_evidence. */
export function plateKey({ number, state }: { number: string; state: string }): string {
  return `${state} ${number}`;
}

export function cabKey(usdotNumber: string, cabNumber: string): string {
  return `${usdotNumber} ${cabNumber}`;
}
