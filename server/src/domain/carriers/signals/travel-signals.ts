import { statement } from '../../../db/database.ts';
import { isoTime } from '../records/window.ts';
import { FLEET_DAYS, FLEET_TOLERANCE, MAX_MPH, MIN_EXTRA_UNITS, MIN_MILES } from './rules.ts';
import {
  addDays,
  type Evidence,
  type FindSignal,
  inPeriod,
  isCarrierRead,
  isKnownVinRead,
  isPlateRead,
  isVinRead,
  newest,
} from './signal.ts';

const MAX_VEHICLES = 500;
/** Bounds the comparison of each sighting with each other. */
const MAX_SIGHTINGS = 500;
const MAX_DECLARED = 100;
/** Fewer sightings may be one misread number. */
const MIN_PLACES = 3;
const EARTH_MILES = 3_958.8;

/** Sightings of the carrier's vehicles, whatever number they showed. Federal records have neither zone nor coordinates. */
const isPlaced = `o.type = 'Detection' and o.latitude is not null and o.longitude is not null and ${inPeriod}`;

const columns = `o.usdot_number, o.time_captured, o.id, o.latitude, o.longitude, o.location_city, o.location_state,
  o.image_id`;
const earlier = (column: string) => `lag(s.${column}) over track as earlier_${column}`;
const milesBetween = `(2 * ${EARTH_MILES} * asin(least(1, sqrt(
  sin(radians(latitude - earlier_latitude) / 2) ^ 2 + cos(radians(latitude)) * cos(radians(earlier_latitude))
  * sin(radians(longitude - earlier_longitude) / 2) ^ 2))))`;
/** Reads the readings of single sightings: those of all sightings of a large carrier are too many. */
const isCertain = (prefix: string) => `(p.vehicle like 'VIN %' or exists (select from observations o
  where o.usdot_number = p.${prefix}usdot_number and o.time_captured = p.${prefix}time_captured and o.id = p.${prefix}id
    and ${isPlateRead}))`;

/** If any two sightings of a vehicle are too far apart, two consecutive ones are. `offset 0`: one index scan for each vehicle. */
const vehiclePairs = statement(
  'signals.vehicle_in_two_places',
  `with vins as materialized (
     select o.vin from observations o
     where o.usdot_number = $1 and ${isPlaced} and ${isVinRead} and ${isCarrierRead}
     group by 1 order by max(o.time_captured) desc limit ${MAX_VEHICLES}
   ), plates as materialized (
     select o.alpr_plate_number as plate, o.plate_state from observations o
     where o.usdot_number = $1 and ${isPlaced} and o.alpr_plate_number <> '' and o.plate_state <> '' and ${isCarrierRead}
     group by 1, 2 order by max(o.time_captured) desc limit ${MAX_VEHICLES}
   ), seen as (
     select 'VIN ' || vins.vin as vehicle, ${columns}
     from vins cross join lateral (
       select * from observations o where o.vin = vins.vin and ${isKnownVinRead} and ${isPlaced} offset 0) o
     union all
     select 'plate ' || p.plate || ' ' || p.plate_state, ${columns} from plates p cross join lateral (
       select * from observations o where o.alpr_plate_number = p.plate and o.alpr_plate_number <> ''
         and o.plate_state = p.plate_state and ${isPlaced} offset 0) o
   ), pairs as (
     select s.*, ${['usdot_number', 'time_captured', 'id', 'latitude', 'longitude', 'location_city', 'location_state', 'image_id'].map(earlier).join(', ')}
     from seen s window track as (partition by s.vehicle order by s.time_captured, s.id)
   ), measured as (
     select *, ${milesBetween} as miles, extract(epoch from time_captured - earlier_time_captured) / 60 as minutes
     from pairs where earlier_id is not null)
   select p.vehicle, ${isoTime('p.time_captured')} as time_captured, p.location_city, p.location_state,
     p.usdot_number::text as usdot_number, p.image_id, ${isoTime('p.earlier_time_captured')} as earlier_time,
     p.earlier_location_city as earlier_city, p.earlier_location_state as earlier_state,
     p.earlier_usdot_number::text as earlier_usdot_number, p.earlier_image_id, round(p.miles)::integer as miles,
     round(p.minutes)::integer as minutes
   from measured p
   where p.miles >= ${MIN_MILES} and p.miles > p.minutes / 60 * ${MAX_MPH} and ${isCertain('')} and ${isCertain('earlier_')}
   order by p.time_captured desc limit 1000`,
);

const numberSightings = statement(
  'signals.number_in_two_places',
  `select coalesce((select power_units from company_census where usdot_number = $1),
       (select power_units from sms_census where usdot_number = $1)) as declared,
     ${isoTime('o.time_captured')} as time_captured, o.location_city, o.location_state, o.latitude, o.longitude, o.image_id
   from observations o where o.usdot_number = $1 and ${isCarrierRead} and ${isPlaced}
   order by o.time_captured desc limit ${MAX_SIGHTINGS}`,
);

type Place = {
  time_captured: string;
  location_city: string;
  location_state: string;
  latitude: number;
  longitude: number;
  image_id: string | null;
};

export function miles(a: Pick<Place, 'latitude' | 'longitude'>, b: typeof a): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [lat1, lat2] = [radians(a.latitude), radians(b.latitude)];
  const h =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

const hoursBetween = (a: Place, b: Place) =>
  Math.abs(Date.parse(b.time_captured) - Date.parse(a.time_captured)) / 3_600_000;

/** Whether one truck cannot have been seen at both. */
export function isTooFar(a: Place, b: Place): boolean {
  const distance = miles(a, b);
  return distance >= MIN_MILES && distance > hoursBetween(a, b) * MAX_MPH;
}

/** A single day may be one misreading. */
export const vehicleInTwoPlaces: FindSignal = async ({ db, usdotNumber, since, today }) => {
  type Pair = Evidence & { vehicle: string; time_captured: string };
  const pairs = await db.rows<Pair>(vehiclePairs, [usdotNumber, since, today]);
  const days = new Map<string, Set<string>>();
  for (const { vehicle, time_captured } of pairs) {
    days.set(vehicle, (days.get(vehicle) ?? new Set()).add(time_captured.slice(0, 10)));
  }
  return newest(pairs.filter(({ vehicle }) => (days.get(vehicle)?.size ?? 0) >= 2));
};

/**
 * A large set of sightings of which each pair needs two trucks, so that the set needs as many trucks as it has members.
 * Greedy: it may miss the largest set and never claims too many trucks. `list` is sorted by time.
 */
export function trucksNeeded(list: Place[]): Place[] {
  let best: Place[] = [];
  for (const [i, first] of list.entries()) {
    const chosen = [first];
    for (let j = i + 1; j < list.length; j++) {
      const next = list[j] as Place;
      // Nothing in the country is further away than a truck gets in this time.
      if (hoursBetween(first, next) * MAX_MPH > 6_000) break;
      if (chosen.every((one) => isTooFar(one, next))) chosen.push(next);
    }
    if (chosen.length > best.length) best = chosen;
  }
  return best;
}

export const numberInTwoPlaces: FindSignal = async ({ db, usdotNumber, today }) => {
  const since = addDays(today, -FLEET_DAYS);
  const rows = await db.rows<Place & { declared: number | null }>(numberSightings, [
    usdotNumber,
    since,
    today,
  ]);
  const declared = rows[0]?.declared ?? null;
  if (declared === null || declared > MAX_DECLARED) return null;
  const least = Math.max(MIN_PLACES, declared + MIN_EXTRA_UNITS, Math.floor(declared * FLEET_TOLERANCE) + 1);
  if (rows.length < least) return null;
  const needed = trucksNeeded(rows.reverse());
  if (needed.length < least) return null;
  const shown = needed.map(({ time_captured, location_city, location_state, image_id }) => ({
    time_captured,
    location_city,
    location_state,
    image_id,
    declared_power_units: declared,
    trucks_needed: needed.length,
  }));
  return newest(shown.reverse());
};
