import { MAX_VEHICLES, type VehicleList } from '../../../contract/observation.ts';
import { type Db, statement } from '../../../db/database.ts';
import type { Reader } from '../../../db/reader.ts';
import { isoTime } from '../../observations/observation.ts';
import {
  keyValues,
  lookUpRecords,
  lookUpVehicles,
  sightingsWithKeys,
} from '../../observations/vehicles/look-up.ts';

/** More records than this of one plate or VIN are counted as this many. */
const MAX_RECORDS = 1_000;

/** The carriers of records. $1 to $6: keys. $7: the VIN or plate, which is compared again. */
const grouped = (name: string, vehicle: string, state: string) =>
  statement(
    name,
    `${sightingsWithKeys(
      `o.usdot_number, ${state} as plate_state, count(*)::integer as records, ${isoTime('max(o.time_captured)', 3)} as last_seen`,
    )} and ${vehicle} = $7 group by 1, 2`,
    { isByKeys: true },
  );
const byVin = grouped('vehicles.by-vin', 'o.vin', `''`);
const byPlate = grouped('vehicles.by-plate', 'o.alpr_plate_number', 'o.plate_state');

const legalNames = statement(
  'vehicles.legal-names',
  `select n.usdot_number, coalesce(c.legal_name, s.legal_name, '') as legal_name
   from unnest($1::bigint[]) as n (usdot_number)
   left join company_census c on c.usdot_number = n.usdot_number
   left join sms_census s on s.usdot_number = n.usdot_number`,
);

/** The legal names of carriers; empty where no register has the number. */
export async function namesOf(reader: Db, usdotNumbers: number[]): Promise<Map<number, string>> {
  const rows = await reader.rows<{ usdot_number: number; legal_name: string }>(legalNames, [
    [...new Set(usdotNumbers)],
  ]);
  return new Map(rows.map(({ usdot_number, legal_name }) => [usdot_number, legal_name]));
}

const VIN_LENGTH = 17;
const MIN_PLATE_LENGTH = 3;

type Found = { usdot_number: number; plate_state: string; records: number; last_seen: string };

/** Finds a vehicle by its complete plate or VIN. VINs need a permission of their own. */
export async function searchVehicles(
  reader: Reader,
  text: string,
  maySeeVins: boolean,
  viewerId: number,
): Promise<VehicleList> {
  const value = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const isVin = value.length === VIN_LENGTH;
  if (value.length < MIN_PLATE_LENGTH || (isVin && !maySeeVins)) return { vehicles: [] };
  const keys = isVin
    ? (await lookUpRecords(reader, value, 0, MAX_RECORDS)).keys
    : await lookUpVehicles(reader, 'plate', [value], { viewerId, most: MAX_RECORDS });
  if (keys.length === 0) return { vehicles: [] };
  const rows = await reader.rows<Found>(isVin ? byVin : byPlate, [...keyValues(keys), value]);
  const found = rows.sort(latestFirst).slice(0, MAX_VEHICLES);
  const nameOf = await namesOf(
    reader,
    found.map(({ usdot_number }) => usdot_number),
  );
  return {
    vehicles: found.map(({ usdot_number, plate_state, records, last_seen }) => ({
      kind: isVin ? 'vin' : 'plate',
      value,
      plate_state,
      usdot_number: usdot_number === 0 ? '' : String(usdot_number),
      legal_name: nameOf.get(usdot_number) ?? '',
      records,
      last_seen,
    })),
  };
}

const latestFirst = (a: Found, b: Found) =>
  a.last_seen === b.last_seen ? a.usdot_number - b.usdot_number : a.last_seen < b.last_seen ? 1 : -1;
