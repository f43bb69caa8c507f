import { MAX_VEHICLES, type VehicleList } from '../../../contract/observation.ts';
import { statement } from '../../../db/database.ts';
import type { Reader } from '../../../db/reader.ts';
import { ANY_CARRIER } from '../../observations/distribution.ts';
import { isoTime } from '../../observations/observation.ts';

/** More records than this of one plate or VIN are counted as this many. */
const MAX_RECORDS = 1_000;

/** The carriers that a vehicle was recorded with, the latest first. One index probe in each month. */
const vehicles = (kind: 'vin' | 'plate', column: string) =>
  statement(
    `vehicles.by-${kind}`,
    `select usdot_number, max(${kind === 'plate' ? 'plate_state' : "''"}) as plate_state, count(*)::integer as records,
       ${isoTime('max(time_captured)', 3)} as last_seen
     from (select usdot_number, plate_state, time_captured from observations
       where ${column} = $1 and ${column} <> '' limit ${MAX_RECORDS}) found
     group by usdot_number${kind === 'plate' ? ', found.plate_state' : ''}
     order by max(time_captured) desc, usdot_number limit ${MAX_VEHICLES}`,
    { allShards: ANY_CARRIER },
  );
const byVin = vehicles('vin', 'vin');
const byPlate = vehicles('plate', 'alpr_plate_number');

const legalNames = statement(
  'vehicles.legal-names',
  `select n.usdot_number, coalesce(c.legal_name, s.legal_name, '') as legal_name
   from unnest($1::bigint[]) as n (usdot_number)
   left join company_census c on c.usdot_number = n.usdot_number
   left join sms_census s on s.usdot_number = n.usdot_number`,
);

const VIN_LENGTH = 17;
const MIN_PLATE_LENGTH = 3;

type Found = { usdot_number: number; plate_state: string; records: number; last_seen: string };

/** Finds a vehicle by its complete plate or VIN. VINs need a permission of their own. */
export async function searchVehicles(
  reader: Reader,
  text: string,
  maySeeVins: boolean,
): Promise<VehicleList> {
  const value = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const isVin = value.length === VIN_LENGTH;
  if (value.length < MIN_PLATE_LENGTH || (isVin && !maySeeVins)) return { vehicles: [] };
  const found = await reader.rows<Found>(isVin ? byVin : byPlate, [value]);
  if (found.length === 0) return { vehicles: [] };
  const numbers = [...new Set(found.map(({ usdot_number }) => usdot_number))];
  const named = await reader.rows<{ usdot_number: number; legal_name: string }>(legalNames, [numbers]);
  const nameOf = new Map(named.map(({ usdot_number, legal_name }) => [usdot_number, legal_name]));
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
