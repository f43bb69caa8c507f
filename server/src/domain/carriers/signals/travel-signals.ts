import { type Statement, statement } from '../../../db/database.ts';
import { miles, type Position } from '../../../lib/geography/great-circle.ts';
import { isoTime } from '../../observations/observation.ts';
import { findTypedVins, keyValues, sightingsWithKeys } from '../../observations/vehicles/look-up.ts';
import {
  addDays,
  declaredUnits,
  type Evidence,
  type FindSignal,
  hasValidCheckDigit,
  inPeriod,
  isCarrierRead,
  isVinRead,
  newest,
  periodOf,
  type SignalRequest,
} from './signal.ts';
import { FLEET_DAYS, FLEET_TOLERANCE, MAX_MPH, MIN_EXTRA_UNITS, MIN_MILES } from './signal-rules.ts';
import { isNotTyped, plateKey, sightingsOf } from './vehicles.ts';

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

/** Sightings of the carrier's vehicles, whatever number they showed. Federal records have neither zone nor coordinates. */
const isLocated = `o.type = 'Detection' and o.latitude is not null and o.longitude is not null`;
const isPlaced = `${isLocated} and ${inPeriod}`;

const placedVins = statement(
  'signals.placed-vins',
  `select o.vin from observations o
   where o.usdot_number = $1 and ${isPlaced} and ${isVinRead} and ${isCarrierRead} and ${isNotTyped}
   group by 1 order by max(o.time_captured) desc limit ${MAX_VINS}`,
);
const placedPlates = statement(
  'signals.placed-plates',
  `select o.alpr_plate_number as plate, o.plate_state from observations o
   where o.usdot_number = $1 and ${isPlaced} and o.alpr_plate_number <> '' and o.plate_state <> '' and ${isCarrierRead}
   group by 1, 2 order by max(o.time_captured) desc limit ${MAX_VEHICLES}`,
);

/** The places of vehicles. $1 to $6: keys. $7: values. */
const placesOf = (kind: string, vehicle: string, isVehicle: string) =>
  statement(
    `signals.places-of-${kind}`,
    `${sightingsWithKeys(`${vehicle} as vehicle, o.usdot_number, o.time_captured, o.id, o.latitude, o.longitude`)}
       and ${isVehicle} and ${isLocated}`,
    { isByKeys: true },
  );
const vinPlaces = placesOf('vins', `'VIN ' || o.vin`, `o.vin = any($7::text[]) and ${isVinRead}`);
const platePlaces = placesOf(
  'plates',
  `'plate ' || o.alpr_plate_number || ' ' || o.plate_state`,
  `o.alpr_plate_number || ' ' || o.plate_state = any($7::text[])`,
);

/** What is shown of sightings. $1 to $6: keys. */
const shownOf = statement(
  'signals.places-shown',
  `${sightingsWithKeys(
    `o.id, ${isoTime('o.time_captured')} as time_captured, o.location_city, o.location_state, o.image_id,
     o.is_plate_doubtful`,
  )}`,
  { isByKeys: true },
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
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const hoursBetween = (a: Seen, b: Seen) =>
  Math.abs(Date.parse(b.time_captured) - Date.parse(a.time_captured)) / HOUR_MS;

/** Whether one truck cannot have been seen at both. */
export function isTooFar(a: Seen, b: Seen): boolean {
  return isTooFarIn(hoursBetween(a, b), miles(a, b));
}

const isTooFarIn = (hours: number, distance: number) => distance >= MIN_MILES && distance > hours * MAX_MPH;

type Located = { vehicle: string; usdot_number: number; time_captured: Date; id: number } & Position;
type Pair = { earlier: Located; later: Located };

/** If any two sightings of a vehicle are too far apart, two consecutive ones are. The newest pairs. */
function pairsTooFar(seen: Located[]): Pair[] {
  const at = ({ time_captured }: Located) => time_captured.getTime();
  const pairs = [...Map.groupBy(seen, ({ vehicle }) => vehicle).values()].flatMap((track) => {
    const sorted = track.sort((a, b) => at(a) - at(b) || a.id - b.id);
    return sorted.flatMap((later, i) => {
      const earlier = sorted[i - 1];
      return earlier && isTooFarIn((at(later) - at(earlier)) / HOUR_MS, miles(earlier, later))
        ? [{ earlier, later }]
        : [];
    });
  });
  return pairs.sort((a, b) => at(b.later) - at(a.later)).slice(0, MAX_MEASURED);
}

async function readPairs(request: SignalRequest): Promise<Pair[]> {
  const { db, usdotNumber } = request;
  const period = periodOf(request);
  const typed = await findTypedVins(db, usdotNumber, period);
  const [read, plates] = await Promise.all([
    db.rows<{ vin: string }>(placedVins, [usdotNumber, ...period, typed]),
    db.rows<{ plate: string; plate_state: string }>(placedPlates, [usdotNumber, ...period]),
  ]);
  const vins = read.filter(hasValidCheckDigit).slice(0, MAX_VEHICLES);
  const find = async (kind: 'vin' | 'plate', values: string[], places: Statement, compared: string[]) => {
    const keys = values.length === 0 ? [] : await sightingsOf(request, kind, values);
    return keys.length === 0 ? [] : db.rows<Located>(places, [...keyValues(keys), compared]);
  };
  const vinValues = vins.map(({ vin }) => vin);
  const plateValues = [...new Set(plates.map(({ plate }) => plate))];
  const found = await Promise.all([
    find('vin', vinValues, vinPlaces, vinValues),
    find('plate', plateValues, platePlaces, plates.map(plateKey)),
  ]);
  return pairsTooFar(found.flat());
}

type Shown = Omit<Place, 'latitude' | 'longitude'> & { id: number; is_plate_doubtful: boolean };

/** What is shown of the sightings of pairs, by their ids. */
async function readShown({ db }: SignalRequest, pairs: Pair[]): Promise<Map<number, Shown>> {
  if (pairs.length === 0) return new Map();
  const sightings = new Map(
    pairs.flatMap(({ earlier, later }) => [earlier, later]).map((one) => [one.id, one]),
  );
  const rows = await db.rows<Shown>(shownOf, keyValues([...sightings.values()]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A single day may be one misreading. */
export const vehicleInTwoPlaces: FindSignal = async (request) => {
  const measured = await readPairs(request);
  const shown = await readShown(request, measured);
  const pairs = measured
    .flatMap((pair) => {
      const [earlier, later] = [shown.get(pair.earlier.id), shown.get(pair.later.id)];
      if (!earlier || !later) return [];
      const isByPlate = pair.later.vehicle.startsWith('plate ');
      return isByPlate && (earlier.is_plate_doubtful || later.is_plate_doubtful)
        ? []
        : [{ ...pair, shown: { earlier, later } }];
    })
    .slice(0, MAX_PAIRS);
  const days = new Map<string, Set<string>>();
  for (const { later, shown } of pairs)
    days.set(
      later.vehicle,
      (days.get(later.vehicle) ?? new Set()).add(shown.later.time_captured.slice(0, 10)),
    );
  const found = pairs.filter(({ later }) => (days.get(later.vehicle)?.size ?? 0) >= 2);
  return newest(found.map(evidenceOf));
};

function evidenceOf({ earlier, later, shown }: Pair & { shown: { earlier: Shown; later: Shown } }): Evidence {
  const { time_captured, location_city, location_state, image_id } = shown.later;
  return {
    vehicle: later.vehicle,
    ...{ time_captured, location_city, location_state },
    usdot_number: String(later.usdot_number),
    image_id,
    earlier_time: shown.earlier.time_captured,
    earlier_city: shown.earlier.location_city,
    earlier_state: shown.earlier.location_state,
    earlier_usdot_number: String(earlier.usdot_number),
    earlier_image_id: shown.earlier.image_id,
    miles: Math.round(miles(earlier, later)),
    minutes: Math.round((later.time_captured.getTime() - earlier.time_captured.getTime()) / MINUTE_MS),
  };
}

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
