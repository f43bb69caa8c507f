import { MAX_VEHICLES, type VehicleList } from '../../../contract/observation.ts';
import { statement } from '../../../db/database.ts';
import type { Reader } from '../../../db/reader.ts';
import { isoTime } from '../records/window.ts';

/** More records than this of one plate or VIN are counted as this many. */
const MAX_RECORDS = 1_000;

/** The carriers that a vehicle was recorded with, the latest first. One index probe in each month. */
const vehicles = (kind: 'vin' | 'plate', column: string) =>
  statement(
    `vehicles.by-${kind}`,
    `select '${kind}' as kind, $1::text as value, v.plate_state, case when v.usdot_number = 0 then ''
       else v.usdot_number::text end as usdot_number, coalesce(c.legal_name, s.legal_name, '') as legal_name,
       v.records, ${isoTime('v.last_seen', 3)} as last_seen
     from (
       select usdot_number, max(${kind === 'plate' ? 'plate_state' : "''"}) as plate_state, count(*)::integer as records,
         max(time_captured) as last_seen
       from (select usdot_number, plate_state, time_captured from observations
         where ${column} = $1 and ${column} <> '' limit ${MAX_RECORDS}) found
       group by usdot_number${kind === 'plate' ? ', plate_state' : ''}
       order by last_seen desc limit ${MAX_VEHICLES}) v
     left join company_census c on c.usdot_number = v.usdot_number
     left join sms_census s on s.usdot_number = v.usdot_number
     order by v.last_seen desc, v.usdot_number`,
  );
const byVin = vehicles('vin', 'vin');
const byPlate = vehicles('plate', 'alpr_plate_number');

const VIN_LENGTH = 17;
const MIN_PLATE_LENGTH = 3;

/** Finds a vehicle by its complete plate or VIN. VINs need a permission of their own. */
export async function searchVehicles(
  reader: Reader,
  text: string,
  maySeeVins: boolean,
): Promise<VehicleList> {
  const value = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const isVin = value.length === VIN_LENGTH;
  if (value.length < MIN_PLATE_LENGTH || (isVin && !maySeeVins)) return { vehicles: [] };
  return { vehicles: await reader.rows<VehicleList['vehicles'][number]>(isVin ? byVin : byPlate, [value]) };
}
