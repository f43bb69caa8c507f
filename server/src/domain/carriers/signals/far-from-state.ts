import { miles, type Position } from '../../../lib/geography/great-circle.ts';
import counties from '../../federal/generated/counties.json' with { type: 'json' };

type County = [code: number, name: string, latitude: number, longitude: number];
const countiesOf = counties as unknown as Record<string, County[]>;

/**
 * How far from the nearest county center of the home state a place must be. Commercial zones cross the state line (Kansas
 * City, New York, St. Louis), and a camera at the line may name the other state.
 */
export const BORDER_MILES = 60;

type Place = { location_state: string; latitude: number | null; longitude: number | null };

/** Whether a place is outside a state and outside the region along its border. Without coordinates, the whole state counts. */
export function isFarFromState(homeState: string, { location_state, latitude, longitude }: Place): boolean {
  if (location_state === '' || location_state === homeState) return false;
  const home = countiesOf[homeState];
  if (!home) return false;
  if (latitude !== null && longitude !== null) return isFarFromAll(home, { latitude, longitude });
  const there = countiesOf[location_state];
  return there?.every(([, , lat, long]) => isFarFromAll(home, { latitude: lat, longitude: long })) ?? false;
}

const isFarFromAll = (home: County[], place: Position) =>
  home.every(([, , latitude, longitude]) => miles(place, { latitude, longitude }) > BORDER_MILES);
