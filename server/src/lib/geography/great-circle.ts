export const EARTH_MILES = 3_958.8;

export type Position = { latitude: number; longitude: number };

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function miles(a: Position, b: Position): number {
  const [lat1, lat2] = [radians(a.latitude), radians(b.latitude)];
  const h =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** From the center of the earth, of length 1. */
export type Vector = [x: number, y: number, z: number];

export function vectorOf({ latitude, longitude }: Position): Vector {
  const [lat, lon] = [radians(latitude), radians(longitude)];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
}

export function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/** The same direction with length 1; null for a vector that is too short to have one. */
export function direction([x, y, z]: Vector): Vector | null {
  const length = Math.hypot(x, y, z);
  return length < 1e-9 ? null : [x / length, y / length, z / length];
}

/** The direction from one point to another: degrees clockwise from north, from 0 to 360. */
export function bearing(from: Position, to: Position): number {
  const [lat1, lat2] = [radians(from.latitude), radians(to.latitude)];
  const turn = radians(to.longitude - from.longitude);
  const y = Math.sin(turn) * Math.cos(lat2);
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(turn);
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}
