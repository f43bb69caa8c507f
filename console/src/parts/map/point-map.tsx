import {
  type GeoJSONSource,
  LngLatBounds,
  Map as MapLibre,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useRef, useState } from 'react';
import 'maplibre-gl/dist/maplibre-gl.css';
import { loadCounties, loadStates, mapStyle } from './style.ts';

setWorkerUrl(workerUrl);

export type MapPoint = { id: string; longitude: number; latitude: number; kind: string; label: string };
type Props = {
  label: string;
  points: MapPoint[];
  /** Colors by kind, as custom properties of the theme. */
  colors: Record<string, string>;
  selected: string | null;
  onSelect: (id: string | null) => void;
};

const LOWER_48 = new LngLatBounds([-125, 24], [-66, 50]);
const COUNTY_ZOOM = 5;

/** Points on a map of the United States, clustered. Selecting a point or an entry of the list selects both. */
export default function PointMap({ label, points, colors, selected, onSelect }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [failed, setFailed] = useState(false);
  const select = useRef(onSelect);
  select.current = onSelect;

  useEffect(() => {
    if (!box.current) return;
    let made: MapLibre;
    try {
      made = new MapLibre({
        container: box.current,
        style: mapStyle(),
        bounds: LOWER_48,
        fitBoundsOptions: { padding: 12 },
        attributionControl: { compact: true },
        dragRotate: false,
        pitchWithRotate: false,
        maxZoom: 14,
      });
    } catch {
      setFailed(true);
      return;
    }
    made.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    made.touchZoomRotate.disableRotation();
    let countiesRequested = false;
    const requestCounties = () => {
      if (countiesRequested || made.getZoom() < COUNTY_ZOOM) return;
      countiesRequested = true;
      loadCounties().then(
        (data) => made.getSource<GeoJSONSource>('counties')?.setData(data),
        () => undefined,
      );
    };
    made.on('load', () => {
      addPointLayers(made, colors, (id) => select.current(id));
      loadStates().then(
        ({ land, states }) => {
          made.getSource<GeoJSONSource>('land')?.setData(land);
          made.getSource<GeoJSONSource>('states')?.setData(states);
        },
        () => undefined,
      );
      setMap(made);
    });
    made.on('zoomend', requestCounties);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const restyle = () => {
      for (const { id, paint } of mapStyle().layers as { id: string; paint?: Record<string, unknown> }[])
        for (const [name, value] of Object.entries(paint ?? {}))
          made.setPaintProperty(id, name as never, value as never);
    };
    dark.addEventListener('change', restyle);
    return () => {
      dark.removeEventListener('change', restyle);
      setMap(null);
      made.remove();
    };
  }, [colors]);

  useEffect(() => {
    map?.getSource<GeoJSONSource>('points')?.setData(collection(points));
  }, [map, points]);

  useEffect(() => {
    if (!map) return;
    map.setFilter('selected', ['==', ['get', 'id'], selected ?? '']);
    const point = points.find(({ id }) => id === selected);
    if (point) map.easeTo({ center: [point.longitude, point.latitude], zoom: Math.max(map.getZoom(), 6) });
  }, [map, points, selected]);

  if (failed)
    return <p className="notice">This browser cannot draw the map. The list below has the same records.</p>;
  return <section ref={box} className="map" aria-label={label} />;
}

function collection(points: MapPoint[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: points.map(({ id, longitude, latitude, kind, label }) => ({
      type: 'Feature',
      properties: { id, kind, label },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

function addPointLayers(map: MapLibre, colors: Record<string, string>, onSelect: (id: string) => void): void {
  const theme = getComputedStyle(document.documentElement);
  const kinds = Object.entries(colors).flatMap(([kind, name]) => [kind, theme.getPropertyValue(name).trim()]);
  const accent = theme.getPropertyValue('--accent').trim();
  map.addSource('points', {
    type: 'geojson',
    data: collection([]),
    cluster: true,
    clusterRadius: 36,
    clusterMaxZoom: 11,
  });
  map.addLayer({
    id: 'clusters',
    type: 'circle',
    source: 'points',
    filter: ['has', 'point_count'],
    paint: {
      'circle-color': accent,
      'circle-opacity': 0.8,
      'circle-radius': ['step', ['get', 'point_count'], 11, 10, 14, 100, 18, 1_000, 24],
      'circle-stroke-width': 1.5,
      'circle-stroke-color': theme.getPropertyValue('--surface').trim(),
    },
  });
  map.addLayer({
    id: 'cluster-counts',
    type: 'symbol',
    source: 'points',
    filter: ['has', 'point_count'],
    layout: {
      'text-field': ['get', 'point_count_abbreviated'],
      'text-font': ['system-ui', 'Open Sans', 'sans-serif'],
      'text-size': 11,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': theme.getPropertyValue('--on-accent').trim() },
  });
  map.addLayer({
    id: 'points',
    type: 'circle',
    source: 'points',
    filter: ['!', ['has', 'point_count']],
    paint: {
      'circle-color': ['match', ['get', 'kind'], ...kinds, accent] as never,
      'circle-radius': 5,
      'circle-stroke-width': 1.5,
      'circle-stroke-color': theme.getPropertyValue('--surface').trim(),
    },
  });
  map.addLayer({
    id: 'selected',
    type: 'circle',
    source: 'points',
    filter: ['==', ['get', 'id'], ''],
    paint: {
      'circle-radius': 10,
      'circle-color': 'rgba(0, 0, 0, 0)',
      'circle-stroke-width': 3,
      'circle-stroke-color': theme.getPropertyValue('--text').trim(),
    },
  });
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
  for (const layer of ['points', 'clusters']) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
    });
  }
}
