import { MAX_VEHICLES, type VehicleList } from '../../../contract/observation.ts';
import { type Db, statement } from '../../../db/database.ts';
import type { Reader } from '../../../db/reader.ts';
import { ANY_CARRIER } from '../../observations/distribution.ts';
import { isoTime } from '../../observations/observation.ts';
import { keyValues, lookUpVehicles, sightingsWithKeys } from '../../observations/vehicles/look-up.ts';

/** More records than this of one plate or VIN are counted as this many. */
const MAX_RECORDS = 1_000;

/** The carriers that a VIN was recorded with, the latest first, also in federal records. One index probe in each month. */
const byVin = statement(
  'vehicles.by-vin',
  `select usdot_number, '' as plate_state, count(*)::integer as records, ${isoTime('max(time_captured)', 3)} as last_seen
     from (select usdot_number, time_captured from observations where vin = $1 and vin <> '' limit ${MAX_RECORDS}) found
    group by usdot_number order by max(time_captured) desc, usdot_number limit ${MAX_VEHICLES}`,
  { allShards: ANY_CARRIER },
);
/** The same for a plate, which only sightings have. $1 to $6: keys. $7: the plate. */
const byPlate = statement(
  'vehicles.by-plate',
  `select usdot_number, plate_state, count(*)::integer as records, ${isoTime('max(time_captured)', 3)} as last_seen
     from (${sightingsWithKeys('o.usdot_number, o.plate_state, o.time_captured')} and o.alpr_plate_number = $7) found
    group by usdot_number, plate_state order by max(time_captured) desc, usdot_number limit ${MAX_VEHICLES}`,
);

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
  const found = isVin ? await reader.rows<Found>(byVin, [value]) : await withPlate(reader, value, viewerId);
  if (found.length === 0) return { vehicles: [] };
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

async function withPlate(reader: Reader, plate: string, viewerId: number): Promise<Found[]> {
  const keys = await lookUpVehicles(reader, 'plate', [plate], { viewerId, most: MAX_RECORDS });
  return keys.length === 0 ? [] : reader.rows<Found>(byPlate, [...keyValues(keys), plate]);
}
