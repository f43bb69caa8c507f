import type { NetworkMap } from '../../contract/brokers/facility.ts';
import type { Position } from '../../lib/geography/great-circle.ts';
import { type FacilityRow, shownFacility } from './facility.ts';
import { type Lane, type Lanes, shownLanes } from './facility-lanes.ts';
import { hexagonRing } from './hexagons.ts';

type Feature = NetworkMap['features'][number];
const point = ({ latitude, longitude }: Position) => [longitude, latitude];
const feature = (type: Feature['geometry']['type'], coordinates: unknown[], properties: object): Feature => ({
  type: 'Feature',
  geometry: { type, coordinates },
  properties: { ...properties },
});

/** The facility, a line for each lane in the direction of travel, and the cell of each other end. */
export async function networkMap(facility: FacilityRow, { inbound, outbound }: Lanes): Promise<NetworkMap> {
  const line = (kind: string, lane: Lane, from: Position, to: Position) =>
    feature('LineString', [point(from), point(to)], { kind, ...shownLanes([lane])[0] });
  const hexagons = [...new Set([...inbound, ...outbound].map(({ hexagon_id }) => hexagon_id))];
  const { lat: _, lon: __, ...shown } = shownFacility(facility);
  return {
    type: 'FeatureCollection',
    features: [
      feature('Point', point(facility), { kind: 'facility', ...shown }),
      ...inbound.map((lane) => line('inbound_lane', lane, lane, facility)),
      ...outbound.map((lane) => line('outbound_lane', lane, facility, lane)),
      ...(await Promise.all(
        hexagons.map(async (hexagon_id) =>
          feature('Polygon', [await hexagonRing(hexagon_id)], { kind: 'hexagon', hexagon_id }),
        ),
      )),
    ],
  };
}
