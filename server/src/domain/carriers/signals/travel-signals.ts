import { statement } from '../../../db/database.ts';
import { EARTH_MILES, miles } from '../../../lib/geography/great-circle.ts';
import { isoTime } from '../../observations/observation.ts';
import { keyValues, sightingsWithKeys } from '../../observations/vehicles/look-up.ts';
import {
  addDays,
  declaredUnits,
  type Evidence,
  type FindSignal,
  hasValidCheckDigit,
  inPeriod,
  isCarrierRead,
  isPlateRead,
  isVinRead,
  newest,
  periodOf,
  type SignalRequest,
} from './signal.ts';
import { FLEET_DAYS, FLEET_TOLERANCE, MAX_MPH, MIN_EXTRA_UNITS, MIN_MILES } from './signal-rules.ts';
import { compare, plateKey, sightingsOf } from './vehicles.ts';

const MAX_VEHICLES = 500;
/** Misread VINs are removed afterward, and pairs with a doubtful plate. */
const MAX_VINS = 5_000;
const MAX_MEASURED = 2_000;
const MAX_PAIRS = 1_000;
/** Bounds the comparison of each sighting with each other. */
const MAX_SIGHTINGS = 500;
const MAX_DECLARED = 100;
/** Fewer sightings may be one misread number. */
const MIN_PLACES = 3;
/** Rounded up. */
const MILES_PER_DEGREE = 69.1;

/** Sightings of the carrier's vehicles, whatever number they showed. Federal records have neither zone nor coordinates. */
const isLocated = `o.type = 'Detection' and o.latitude is not null and o.longitude is not null`;
const isPlaced = `${isLocated} and ${inPeriod}`;

const columns = `o.usdot_number, o.time_captured, o.id, o.latitude, o.longitude, o.location_city, o.location_state,
  o.image_id`;
const earlier = (column: string) => `lag(s.${column}) over track as earlier_${column}`;
/** At least the miles between the two, from the difference in degrees alone: it excludes pairs without trigonometry. */
const milesAtMost = `((abs(latitude - earlier_latitude) + abs(longitude - earlier_longitude)) * ${MILES_PER_DEGREE})`;
const minutesBetween = `(extract(epoch from time_captured - earlier_time_captured) / 60)`;
const isTooFarFor = (distance: string, minutes: string) =>
  `${distance} >= ${MIN_MILES} and ${distance} > ${minutes} / 60 * ${MAX_MPH}`;
const milesBetween = `(2 * ${EARTH_MILES} * asin(least(1, sqrt(
  sin(radians(latitude - earlier_latitude) / 2) ^ 2 + cos(radians(latitude)) * cos(radians(earlier_latitude))
  * sin(radians(longitude - earlier_longitude) / 2) ^ 2))))`;

const placedVins = statement(
  'signals.placed-vins',
  `select o.vin from observations o
   where o.usdot_number = $1 and ${isPlaced} and ${isVinRead} and ${isCarrierRead}
   group by 1 order by max(o.time_captured) desc limit ${MAX_VINS}`,
);
const placedPlates = statement(
  'signals.placed-plates',
  `select o.alpr_plate_number as plate, o.plate_state from observations o
   where o.usdot_number = $1 and ${isPlaced} and o.alpr_plate_number <> '' and o.plate_state <> '' and ${isCarrierRead}
   group by 1, 2 order by max(o.time_captured) desc limit ${MAX_VEHICLES}`,
);

/** If any two sightings of a vehicle are too far apart, two consecutive ones are. $1 to $6: keys. $7: values. */
const pairsOf = (kind: string, vehicle: string, isVehicle: string) =>
  statement(
    `signals.${kind}_in_two_places`,
    `with seen as (
     ${sightingsWithKeys(`${vehicle} as vehicle, ${columns}`)} and ${isVehicle} and ${isLocated}
   ), pairs as (
     select s.*, ${['usdot_number', 'time_captured', 'id', 'latitude', 'longitude', 'location_city', 'location_state', 'image_id'].map(earlier).join(', ')}
     from seen s window track as (partition by s.vehicle order by s.time_captured, s.id)
   ), measured as (
     select *, ${milesBetween} as miles, ${minutesBetween} as minutes
     from pairs where earlier_id is not null and ${isTooFarFor(milesAtMost, minutesBetween)})
   select p.id, p.earlier_id, p.vehicle, ${isoTime('p.time_captured')} as time_captured, p.location_city, p.location_state,
     p.usdot_number::text as usdot_number, p.image_id, ${isoTime('p.earlier_time_captured')} as earlier_time,
     p.earlier_location_city as earlier_city, p.earlier_location_state as earlier_state,
     p.earlier_usdot_number::text as earlier_usdot_number, p.earlier_image_id, round(p.miles)::integer as miles,
     round(p.minutes)::integer as minutes
   from measured p
   where ${isTooFarFor('p.miles', 'p.minutes')}
   order by p.time_captured desc limit ${MAX_MEASURED}`,
  );
const vinPairs = pairsOf('vin', `'VIN ' || o.vin`, `o.vin = any($7::text[]) and ${isVinRead}`);
const platePairs = pairsOf(
  'plate',
  `'plate ' || o.alpr_plate_number || ' ' || o.plate_state`,
  `o.alpr_plate_number || ' ' || o.plate_state = any($7::text[])`,
);

/** $1: carriers. $4: ids. */
const doubtfulPlates = statement(
  'signals.doubtful-plates',
  `select o.id from observations o
   where o.usdot_number = any($1::bigint[]) and ${inPeriod} and o.id = any($4::bigint[]) and not (${isPlateRead})`,
);

const numberSightings = statement(
  'signals.number_in_two_places',
  `select ${isoTime('o.time_captured')} as time_captured, o.location_city, o.location_state, o.latitude, o.longitude, o.image_id
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

type Seen = Pick<Place, 'time_captured' | 'latitude' | 'longitude'>;
const hoursBetween = (a: Seen, b: Seen) =>
  Math.abs(Date.parse(b.time_captured) - Date.parse(a.time_captured)) / 3_600_000;

/** Whether one truck cannot have been seen at both. */
export function isTooFar(a: Seen, b: Seen): boolean {
  const distance = miles(a, b);
  return distance >= MIN_MILES && distance > hoursBetween(a, b) * MAX_MPH;
}

type Pair = Evidence & {
  id: number;
  earlier_id: number;
  vehicle: string;
  time_captured: string;
  earlier_time: string;
};

async function readPairs(request: SignalRequest): Promise<Pair[]> {
  const { db, usdotNumber } = request;
  const period = periodOf(request);
  const [read, plates] = await Promise.all([
    db.rows<{ vin: string }>(placedVins, [usdotNumber, ...period]),
    db.rows<{ plate: string; plate_state: string }>(placedPlates, [usdotNumber, ...period]),
  ]);
  const vins = read.filter(hasValidCheckDigit).slice(0, MAX_VEHICLES);
  if (vins.length + plates.length === 0) return [];
  const vinValues = vins.map(({ vin }) => vin);
  const plateValues = [...new Set(plates.map(({ plate }) => plate))];
  const [ofVins, ofPlates] = await Promise.all([
    sightingsOf(request, 'vin', vinValues),
    sightingsOf(request, 'plate', plateValues),
  ]);
  const [byVin, byPlate] = await Promise.all([
    ofVins.length === 0 ? [] : db.rows<Pair>(vinPairs, [...keyValues(ofVins), vinValues]),
    ofPlates.length === 0 ? [] : db.rows<Pair>(platePairs, [...keyValues(ofPlates), plates.map(plateKey)]),
  ]);
  const pairs = [...byVin, ...byPlate];
  return pairs.sort((a, b) => compare(b.time_captured, a.time_captured)).slice(0, MAX_MEASURED);
}

/** The ids of the sightings with a doubtful plate, in the pairs that were found by a plate. */
async function readDoubtful({ db }: SignalRequest, pairs: Pair[]): Promise<Set<number>> {
  if (pairs.length === 0) return new Set();
  const times = pairs.flatMap(({ time_captured, earlier_time }) => [time_captured, earlier_time]).sort();
  const rows = await db.rows<{ id: number }>(doubtfulPlates, [
    [...new Set(pairs.flatMap((pair) => [pair.usdot_number, pair.earlier_usdot_number]))],
    times[0],
    new Date(Date.parse(times.at(-1) ?? '') + 1_000),
    [...new Set(pairs.flatMap(({ id, earlier_id }) => [id, earlier_id]))],
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** A single day may be one misreading. */
export const vehicleInTwoPlaces: FindSignal = async (request) => {
  const measured = await readPairs(request);
  const isByPlate = ({ vehicle }: Pair) => !vehicle.startsWith('VIN ');
  const doubtful = await readDoubtful(request, measured.filter(isByPlate));
  const isDoubtful = (pair: Pair) =>
    isByPlate(pair) && (doubtful.has(pair.id) || doubtful.has(pair.earlier_id));
  const pairs = measured.filter((pair) => !isDoubtful(pair)).slice(0, MAX_PAIRS);
  const days = new Map<string, Set<string>>();
  for (const { vehicle, time_captured } of pairs) {
    days.set(vehicle, (days.get(vehicle) ?? new Set()).add(time_captured.slice(0, 10)));
  }
  const found = pairs.filter(({ vehicle }) => (days.get(vehicle)?.size ?? 0) >= 2);
  return newest(found.map(({ id: _, earlier_id: __, ...pair }): Evidence => pair));
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

export const numberInTwoPlaces: FindSignal = async (request) => {
  const recent = { ...request, since: addDays(request.today, -FLEET_DAYS) };
  const declared = await declaredUnits(recent);
  if (declared === null || declared > MAX_DECLARED) return null;
  const rows = await request.db.rows<Place>(numberSightings, [request.usdotNumber, ...periodOf(recent)]);
  const least = Math.max(MIN_PLACES, declared + MIN_EXTRA_UNITS, Math.floor(declared * FLEET_TOLERANCE) + 1);
  if (rows.length < least) return null;
  const needed = trucksNeeded(rows.reverse());
  if (needed.length < least) return null;
  const facts = { declared_power_units: declared, trucks_needed: needed.length };
  const shown = needed.map(({ latitude: _, longitude: __, ...place }) => ({ ...place, ...facts }));
  return newest(shown.reverse());
};
