import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { color } from './style.ts';

export type MapPoint = { id: string; longitude: number; latitude: number; kind: string; label: string };

/** A straight line from one point to the next, drawn below the points. */
export type Leg = { from: [longitude: number, latitude: number]; to: [number, number]; isDoubtful: boolean };

/** Custom properties of the theme, by kind. */
export type KindColors = Record<string, string>;

export function collection(points: MapPoint[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: points.map(({ id, longitude, latitude, kind, label }) => ({
      type: 'Feature',
      properties: { id, kind, label },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

export function legCollection(legs: Leg[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: legs.map(({ from, to, isDoubtful }) => ({
      type: 'Feature',
      properties: { isDoubtful },
      geometry: { type: 'LineString', coordinates: [from, to] },
    })),
  };
}

function legLayers(): LayerSpecification[] {
  const line = (id: string, isDoubtful: boolean, paint: object): LayerSpecification => ({
    ...{ id, type: 'line', source: 'legs', layout: { 'line-cap': 'round' } },
    filter: ['==', ['get', 'isDoubtful'], isDoubtful],
    paint,
  });
  return [
    line('legs', false, { 'line-color': color('--mark-detection'), 'line-width': 2, 'line-opacity': 0.65 }),
    line('legs-doubtful', true, {
      'line-color': color('--bad-mark'),
      'line-width': 2,
      'line-dasharray': [2, 2],
    }),
  ];
}

/** The layers of the points with the colors of the current theme. */
export function pointLayers(colors: KindColors): LayerSpecification[] {
  const colorOf = Object.fromEntries(Object.entries(colors).map(([kind, name]) => [kind, color(name)]));
  return [
    ...legLayers(),
    {
      id: 'clusters',
      type: 'circle',
      source: 'points',
      filter: ['has', 'point_count'],
      paint: {
        'circle-color': color('--text'),
        'circle-opacity': 0.82,
        'circle-radius': ['step', ['get', 'point_count'], 11, 10, 14, 100, 18, 1_000, 24],
        'circle-stroke-width': 1.5,
        'circle-stroke-color': color('--surface'),
      },
    },
    {
      id: 'cluster-counts',
      type: 'symbol',
      source: 'points',
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': ['system-ui', 'Open Sans', 'sans-serif'],
        'text-size': 11,
        // Without this the map compares each count with every other text, in each frame.
        'text-allow-overlap': true,
        // The size of the circle: names of cities, which are placed later, give way to it.
        'text-padding': 6,
      },
      paint: { 'text-color': color('--surface') },
    },
    {
      id: 'points',
      type: 'circle',
      source: 'points',
      filter: ['!', ['has', 'point_count']],
      paint: {
        'circle-color': ['to-color', ['get', ['get', 'kind'], ['literal', colorOf]], color('--accent')],
        // Kinds differ by size too, so that color is not the only difference.
        'circle-radius': ['match', ['get', 'kind'], 'Crash', 7, 'Inspection', 5.5, 4.5],
        'circle-stroke-width': 1.5,
        'circle-stroke-color': color('--surface'),
      },
    },
    ring('pointed', 2, 9),
    ring('selected', 3, 10),
  ];
}

function ring(id: string, width: number, radius: number): LayerSpecification {
  return {
    id,
    type: 'circle',
    source: 'marked',
    filter: ['==', ['get', 'mark'], id],
    paint: {
      'circle-radius': radius,
      'circle-color': 'rgba(0, 0, 0, 0)',
      'circle-stroke-width': width,
      'circle-stroke-color': color('--text'),
    },
  };
}

export function addPoints(map: MapLibre, colors: KindColors): void {
  map.addSource('points', {
    type: 'geojson',
    data: collection([]),
    cluster: true,
    clusterRadius: 36,
    clusterMaxZoom: 11,
  });
  map.addSource('legs', { type: 'geojson', data: legCollection([]) });
  // A marked point is drawn above the clusters, one of which may contain it.
  map.addSource('marked', { type: 'geojson', data: collection([]) });
  for (const layer of pointLayers(colors)) map.addLayer(layer);
}

type Events = { onSelect: (id: string) => void; onPoint: (id: string | null) => void };

export function listenToPoints(map: MapLibre, { onSelect, onPoint }: Events): void {
  map.on('click', 'points', ({ features }) => onSelect(String(features?.[0]?.properties.id)));
  map.on('click', 'clusters', async ({ features }) => {
    const cluster = features?.[0];
    if (cluster?.geometry.type !== 'Point') return;
    const zoom = await map
      .getSource<GeoJSONSource>('points')
      ?.getClusterExpansionZoom(Number(cluster.properties.cluster_id));
    map.easeTo({
      center: cluster.geometry.coordinates as [number, number],
      ...(zoom !== undefined && { zoom }),
    });
  });
  map.on('mousemove', 'points', ({ features }) => onPoint(String(features?.[0]?.properties.id)));
  map.on('mouseleave', 'points', () => onPoint(null));
  for (const layer of ['points', 'clusters']) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
    });
  }
}
