import { useMemo } from 'react';
import { LazyMap } from './map/lazy-map.tsx';
import type { Leg } from './map/point-map.tsx';

const COLORS = { Sighting: '--mark-detection' };

type Seen = { latitude: number | null; longitude: number | null; time_captured: string };
type Props = {
  label: string;
  sightings: { id: string; sighting: Seen }[];
  selected: string | null;
  onSelect: (id: string | null) => void;
  pointed?: string | null;
  onPoint?: (id: string | null) => void;
  /** The way between them. */
  legs?: Leg[];
};

/** Sightings on a map; nothing if none of them has a location. */
export function SightingMap({ label, sightings, ...linked }: Props) {
  const points = useMemo(
    () =>
      sightings.flatMap(({ id, sighting: { latitude, longitude, time_captured } }) =>
        latitude === null || longitude === null
          ? []
          : [{ id, latitude, longitude, kind: 'Sighting', label: time_captured }],
      ),
    [sightings],
  );
  if (points.length === 0) return null;
  return <LazyMap label={label} points={points} colors={COLORS} {...linked} />;
}
