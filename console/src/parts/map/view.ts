type Place = { longitude: number; latitude: number };
/** A part of the country that is far from the others, with the FIPS code of its outline. */
export type Part = {
  fips: string;
  name: string;
  short: string;
  west: number;
  south: number;
  east: number;
  north: number;
};

/** West, south, east and north. */
export type View = [number, number, number, number];

export const LOWER_48: View = [-125, 24, -66, 50];

/** Without the outermost islands, which would make each outline small. */
export const FAR_PARTS: Part[] = [
  { fips: '02', name: 'Alaska', short: 'AK', west: -170, south: 54, east: -129.9, north: 71.5 },
  { fips: '15', name: 'Hawaii', short: 'HI', west: -160.4, south: 18.8, east: -154.6, north: 22.4 },
  { fips: '72', name: 'Puerto Rico', short: 'PR', west: -67.4, south: 17.8, east: -65.2, north: 18.6 },
];

export const isIn = ({ west, south, east, north }: Part, { longitude, latitude }: Place): boolean =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north;

/** The smallest view of the points. Points far from the lower 48 states have insets and do not widen the view of the others. */
export function boundsOf(points: Place[]): View | null {
  const near = points.filter((point) => !FAR_PARTS.some((part) => isIn(part, point)));
  const shown = near.length > 0 ? near : points;
  if (shown.length === 0) return null;
  const longitudes = shown.map(({ longitude }) => longitude);
  const latitudes = shown.map(({ latitude }) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
