import { statement } from '../../../db/database.ts';
import { inPeriod, isCarrierRead, isVinRead, periodOf, type SignalRequest } from './signal.ts';

export type Seen = { first_seen: string; last_seen: string; times: number };
export type SeenVehicle = Seen & { vin: string };

/** The days on which `o` was seen. */
export const seenDays = `min(o.time_captured at time zone 'UTC')::date as first_seen,
  max(o.time_captured at time zone 'UTC')::date as last_seen, count(*) as times`;

const inspected = statement(
  'signals.inspected-vehicles',
  `select vin, min(insp_date) as first_seen, max(insp_date) as last_seen, count(*) as times from carrier_units
   where usdot_number = $1 and is_power and insp_date between $2 and $3 group by vin`,
);
const sighted = statement(
  'signals.sighted-vehicles',
  `select o.vin, ${seenDays} from observations o
   where o.usdot_number = $1 and o.vin_ocr_score = 'High' and ${isVinRead} and ${isCarrierRead} and ${inPeriod}
   group by o.vin`,
);

/** Power units in inspections and in high-confidence sightings of the carrier, last seen first. */
export async function readVehicles({ db, usdotNumber, since, today }: SignalRequest): Promise<SeenVehicle[]> {
  const [ofInspections, ofSightings] = await Promise.all([
    db.rows<SeenVehicle>(inspected, [usdotNumber, since, today]),
    db.rows<SeenVehicle>(sighted, [usdotNumber, ...periodOf({ since, today })]),
  ]);
  return mergeSeen([...ofInspections, ...ofSightings], ({ vin }) => vin);
}

/** One entry per vehicle, last seen first. */
export function mergeSeen<Vehicle extends Seen>(
  all: Vehicle[],
  nameOf: (vehicle: Vehicle) => string,
): Vehicle[] {
  const merged = new Map<string, Vehicle>();
  for (const vehicle of all) {
    const name = nameOf(vehicle);
    const known = merged.get(name);
    if (!known) merged.set(name, { ...vehicle });
    else {
      if (vehicle.first_seen < known.first_seen) known.first_seen = vehicle.first_seen;
      if (vehicle.last_seen > known.last_seen) known.last_seen = vehicle.last_seen;
      known.times += vehicle.times;
    }
  }
  return [...merged]
    .sort(([a, { last_seen: x }], [b, { last_seen: y }]) => (x === y ? (a < b ? -1 : 1) : x < y ? 1 : -1))
    .map(([, vehicle]) => vehicle);
}
