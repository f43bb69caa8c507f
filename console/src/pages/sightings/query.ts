import { type Search, VEHICLE_NUMBERS, type VehicleKind } from '../../lib/search.ts';
import { moment } from '../../lib/zoned-time.ts';
import { CITIES } from '../../parts/map/cities.ts';

/** The filters of the page, without the page of the list. */
export type SightingSearch = Omit<Search['sightings'], 'after'>;
type Numbers = (typeof VEHICLE_NUMBERS)[VehicleKind][1];

const DEFAULT_MILES = 50;
const MAX_MILES = 500;
const COORDINATES = /^(-?\d{1,2}(?:\.\d+)?)\s*[, ]\s*(-?\d{1,3}(?:\.\d+)?)$/;

/** The center of a circle: a city of the map, or a latitude and a longitude. Null if the text is neither. */
export function centerOf(near: string): { latitude: number; longitude: number } | null {
  const city = CITIES.find(([name]) => name.toLowerCase() === near.toLowerCase());
  if (city) return { longitude: city[1], latitude: city[2] };
  const [, first, second] = COORDINATES.exec(near) ?? [];
  if (first === undefined || second === undefined) return null;
  const [latitude, longitude] = [Number(first), Number(second)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** The query of the API. Times are those of the organization's zone. */
export function apiQueryOf({ near, miles, from, to, ...fields }: SightingSearch, timezone: string) {
  const center = near === undefined ? null : centerOf(near);
  const radius = Math.min(MAX_MILES, Number(miles ?? DEFAULT_MILES) || DEFAULT_MILES);
  return {
    ...fields,
    ...(center && { ...center, radius_miles: radius }),
    ...(from !== undefined && { start: moment(from, timezone).toISOString() }),
    ...(to !== undefined && { end: moment(to, timezone).toISOString() }),
  };
}

/** What the API would reject, in words. */
export function problemOf({ near, from, to }: SightingSearch): string | null {
  if (near !== undefined && centerOf(near) === null)
    return 'Near: enter a city of the list, or latitude and longitude, such as 35.19, -101.83.';
  return from !== undefined && to !== undefined && from >= to
    ? 'The first time must be before the last.'
    : null;
}

const NUMBERS = Object.values(VEHICLE_NUMBERS);
/** What the parts of a search are called that an alert cannot express. */
const LEFT_OUT: Partial<Record<keyof SightingSearch, string>> = {
  camera: 'camera',
  location_state: 'state',
  location_city: 'city',
  direction: 'direction',
  near: 'place',
  from: 'time',
  to: 'time',
  min_score: 'confidence',
};
const CRITERIA: [from: keyof SightingSearch, to: keyof Search['newAlert']][] = [
  ...NUMBERS.map(
    ([, name]) => [name, name === 'plate' ? 'license_plate' : name] as [Numbers, keyof Search['newAlert']],
  ),
  ['plate_state', 'license_plate_state'],
  ['name', 'deep_search'],
  ['usdot_number', 'usdot_number'],
  ['equipment_type', 'equipment_type'],
  ['trailer_logo', 'trailer_logo'],
];
/** Criteria that also find a part of a value. */
const FINDS_PARTS: (keyof SightingSearch)[] = ['trailer_number', 'container_number', 'chassis_number'];
const VIN_END = 6;

/** The value of a criterion; null if it has unknown characters that the criterion does not know. */
function criterionOf(name: keyof SightingSearch, value: string): string | null {
  const known = FINDS_PARTS.includes(name) ? value.replace(/^\*+|\*+$/g, '') : value;
  if (name === 'vin') return /[?*]/.test(value.slice(-VIN_END)) ? null : value.slice(-VIN_END);
  return /[?*]/.test(known) ? null : known;
}

/** The search parameters of the form of a new alert. `left_out` names what the alert cannot express. */
export function alertSearchOf(search: SightingSearch): Search['newAlert'] {
  const given: Record<string, string> = {};
  const leftOut = new Set<string>();
  for (const [from, to] of CRITERIA) {
    const value = search[from];
    if (value === undefined) continue;
    const criterion = criterionOf(from, String(value));
    if (criterion === null) leftOut.add(`${titleOf(from)} with ? or *`);
    else given[to] = criterion;
  }
  for (const name of Object.keys(search) as (keyof SightingSearch)[]) {
    const text = LEFT_OUT[name];
    if (text !== undefined) leftOut.add(text);
  }
  const [title, value] = numbersOf(search)[0] ?? [];
  return {
    ...given,
    ...(title !== undefined && { alert_name: `${title} ${value}` }),
    ...(search.similar && { tolerance: true as const }),
    ...(leftOut.size > 0 && { left_out: [...leftOut].join(', ') }),
  };
}

function titleOf(name: keyof SightingSearch): string {
  return NUMBERS.find(([, parameter]) => parameter === name)?.[0] ?? name;
}

/** The numbers of vehicles that are searched, with their titles. */
export function numbersOf(search: SightingSearch): [title: string, value: string, parameter: Numbers][] {
  return NUMBERS.flatMap(([title, parameter]) => {
    const value = search[parameter];
    return value === undefined ? [] : [[title, value, parameter] as [string, string, Numbers]];
  });
}
