import type { MatchedSighting } from '@milepost/sdk';
import { useMemo } from 'react';
import { LazyMap } from './map/lazy-map.tsx';

const COLORS = { Sighting: '--mark-detection' };

type Props = {
  label: string;
  sightings: { id: string; sighting: MatchedSighting }[];
  selected: string | null;
  onSelect: (id: string | null) => void;
};

/** Sightings on a map; nothing if none of them has a location. */
export function SightingMap({ label, sightings, selected, onSelect }: Props) {
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
  return <LazyMap label={label} points={points} colors={COLORS} selected={selected} onSelect={onSelect} />;
}
