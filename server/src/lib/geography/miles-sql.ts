import { EARTH_MILES } from './great-circle.ts';

type Point = { latitude: string; longitude: string };

/** The distance of two points as an expression of SQL; the arguments are expressions too. */
export function milesSql(a: Point, b: Point): string {
  return `2 * ${EARTH_MILES} * asin(least(1, sqrt(sin(radians(${a.latitude} - ${b.latitude}) / 2) ^ 2
         + cos(radians(${b.latitude})) * cos(radians(${a.latitude})) * sin(radians(${a.longitude} - ${b.longitude}) / 2) ^ 2)))`;
}
