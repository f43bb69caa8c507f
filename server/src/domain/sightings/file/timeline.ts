import { GAP_DAYS, type Stop, type VehicleFile } from '../../../contract/sightings/vehicle-file.ts';
import { truckField } from '../../../contract/truck-fields.ts';
import { miles } from '../../../lib/geography/great-circle.ts';
import { hasValidCheckDigit } from '../../carriers/signals/signal.ts';
import { isTooFar } from '../../carriers/signals/travel-signals.ts';
import type { Observation, OcrScore } from '../../observations/observation.ts';
import { VALUE_FIELDS, type VehicleKind, vehicleValue } from '../../observations/vehicles/vehicle-kinds.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const timeBetween = (earlier: Observation, later: Observation) =>
  later.time_captured.getTime() - earlier.time_captured.getTime();

export function stopOf({ id, time_captured, ...row }: Observation): Stop {
  const { location_city, location_state, latitude, longitude } = row;
  return {
    sighting_id: id,
    time_captured: time_captured.toISOString(),
    ...{ location_city, location_state, latitude, longitude },
  };
}

/** What the vehicle is told apart by where its number repeats; null if that is not known. */
const OWNER: Partial<Record<VehicleKind, (row: Observation) => number | string | null>> = {
  plate: ({ plate_state }) => plate_state || null,
  cab: ({ usdot_number }) => usdot_number || null,
  trailer: ({ usdot_number }) => usdot_number || null,
};

/** Sightings of one vehicle in a row, the newest pair first. `newestFirst`: in the order of the list. */
function pairs(
  kind: VehicleKind,
  newestFirst: Observation[],
): { earlier: Observation; later: Observation }[] {
  const owner = OWNER[kind];
  const next = new Map<number | string, Observation>();
  return newestFirst.flatMap((earlier) => {
    const key = owner ? owner(earlier) : '';
    if (key === null) return [];
    const later = next.get(key);
    next.set(key, earlier);
    return later === undefined ? [] : [{ earlier, later }];
  });
}

export function gapsIn(kind: VehicleKind, newestFirst: Observation[]): VehicleFile['gaps'] {
  return pairs(kind, newestFirst).flatMap(({ earlier, later }) => {
    const days = Math.floor(timeBetween(earlier, later) / DAY_MS);
    return days < GAP_DAYS ? [] : [{ from: stopOf(earlier), to: stopOf(later), days }];
  });
}

/** N/A is the level of a number that was neither read nor inferred. */
const isCertain = (score: OcrScore) => score === 'High' || score === 'N/A';

/** Whether the number was read for certain, as the signal requires it. The level of a container or chassis is not stored. */
function isRead(kind: VehicleKind, row: Observation): boolean {
  if (kind === 'container' || kind === 'chassis') return true;
  if (kind === 'plate') return !row.is_plate_doubtful;
  const { imputedFlag, score } = truckField(VALUE_FIELDS[kind]);
  if ((imputedFlag && row[imputedFlag]) || (score && !isCertain(row[score]))) return false;
  return kind !== 'vin' || hasValidCheckDigit(row);
}

/** If any two sightings are too far apart, two in a row are. */
export function impossibleMovesIn(
  kind: VehicleKind,
  newestFirst: Observation[],
): VehicleFile['impossible_moves'] {
  const isSure = (row: Observation) => row.latitude !== null && row.longitude !== null && isRead(kind, row);
  return pairs(kind, newestFirst.filter(isSure)).flatMap(({ earlier, later }) => {
    const [from, to] = [stopOf(earlier), stopOf(later)] as [Placed, Placed];
    if (!isTooFar(from, to)) return [];
    const minutes = Math.round(timeBetween(earlier, later) / MINUTE_MS);
    return [{ from, to, miles: Math.round(miles(from, to)), minutes }];
  });
}
type Placed = Stop & { latitude: number; longitude: number };

/** A trailer, container or chassis is pulled by tractors; the others pull trailers. */
const PULLED: VehicleKind[] = ['trailer', 'container', 'chassis'];

export function seenWith(kind: VehicleKind, newestFirst: Observation[]): VehicleFile['seen_with'] {
  const shown: ('plate' | 'cab' | 'trailer')[] = PULLED.includes(kind) ? ['plate', 'cab'] : ['trailer'];
  const found = new Map<string, VehicleFile['seen_with'][number]>();
  for (const row of newestFirst)
    for (const other of shown) {
      const value = vehicleValue(row[VALUE_FIELDS[other]]);
      if (value === '') continue;
      const plate_state = other === 'plate' ? row.plate_state : '';
      const key = `${other} ${value} ${plate_state}`;
      const day = row.time_captured.toISOString().slice(0, 10);
      const entry = found.get(key) ?? {
        ...{ kind: other, value, plate_state, sightings: 0, first_seen: day, last_seen: day },
      };
      found.set(key, { ...entry, sightings: entry.sightings + 1, first_seen: day });
    }
  return [...found.values()].sort(
    (a, b) => b.sightings - a.sightings || (a.last_seen < b.last_seen ? 1 : -1),
  );
}
