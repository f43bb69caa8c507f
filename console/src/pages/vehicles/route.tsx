import type { VehicleFile } from '@milepost/sdk';
import { useMemo } from 'react';
import { useView } from '../../lib/use-view.ts';
import { Card } from '../../parts/card.tsx';
import type { Leg } from '../../parts/map/point-map.tsx';
import { SightingMap } from '../../parts/sighting-map.tsx';

/** The way of the vehicle in the order of time. */
export function Route({ file: { sightings, impossible_moves } }: { file: VehicleFile }) {
  const [selected = null, select] = useView('sighting');
  const mapped = useMemo(
    () => sightings.map((sighting) => ({ id: String(sighting.sighting_id), sighting })),
    [sightings],
  );
  const legs = useMemo(() => legsOf(sightings, impossible_moves), [sightings, impossible_moves]);
  if (sightings.every(({ latitude }) => latitude === null)) return null;
  return (
    <Card title="Route" id="route">
      <SightingMap
        label="Map of the route"
        sightings={mapped}
        selected={selected}
        onSelect={(id) => select(id ?? undefined)}
        legs={legs}
      />
      {impossible_moves.length > 0 && (
        <p className="quiet map-legend">
          <span>
            <i className="key-doubtful" /> Too fast for one truck
          </span>
        </p>
      )}
    </Card>
  );
}

function legsOf(newestFirst: VehicleFile['sightings'], impossible: VehicleFile['impossible_moves']): Leg[] {
  const doubtful = new Set(impossible.map(({ from, to }) => `${from.sighting_id} ${to.sighting_id}`));
  const placed = newestFirst.flatMap(({ sighting_id, latitude, longitude }) =>
    latitude === null || longitude === null
      ? []
      : [{ sighting_id, at: [longitude, latitude] as [number, number] }],
  );
  return placed.slice(1).flatMap(({ sighting_id, at: from }, index) => {
    const to = placed[index];
    if (!to || (from[0] === to.at[0] && from[1] === to.at[1])) return [];
    return [{ from, to: to.at, isDoubtful: doubtful.has(`${sighting_id} ${to.sighting_id}`) }];
  });
}
