import { type GeoJSONSource, Map as MapLibre, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import 'maplibre-gl/dist/maplibre-gl.css';
import { onThemeChange } from '../../lib/theme.ts';
import { Button } from '../button.tsx';
import { MapInsets } from './map-insets.tsx';
import { drawCounties, drawOutlines } from './outlines.ts';
import {
  addPoints,
  collection,
  type KindColors,
  type Leg,
  legCollection,
  listenToPoints,
  type MapPoint,
  pointLayers,
} from './point-layers.ts';
import { addShields } from './roads.ts';
import { mapStyle } from './style.ts';
import { boundsOf, LOWER_48 } from './view.ts';

setWorkerUrl(workerUrl);

export type { Leg, MapPoint } from './point-layers.ts';

type Props = {
  label: string;
  points: MapPoint[];
  colors: KindColors;
  selected: string | null;
  onSelect: (id: string | null) => void;
  /** The entry of the list under the pointer. */
  pointed?: string | null;
  onPoint?: (id: string | null) => void;
  /** The way between points. */
  legs?: Leg[];
};

const NO_LEGS: Leg[] = [];

type PaintProperty = Parameters<MapLibre['setPaintProperty']>[1];

const COUNTY_ZOOM = 5;
/** Zooms out from a single point, so that nearby cities are visible. */
const FIT = { padding: 48, maxZoom: 7 };
const MIN_SELECTED_ZOOM = 6;

/** Points on a map of the United States, clustered. Pointing at or selecting a point does the same in the list. */
export default function PointMap({
  label,
  points,
  colors,
  selected,
  onSelect,
  pointed = null,
  onPoint,
  legs = NO_LEGS,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [failed, setFailed] = useState(false);
  /** The outlines are drawn. */
  const [drawn, setDrawn] = useState(false);
  const select = useEffectEvent((id: string) => onSelect(id));
  const point = useEffectEvent((id: string | null) => onPoint?.(id));
  const view = useEffectEvent(() => boundsOf(points));
  const byId = useMemo(() => new Map(points.map((one) => [one.id, one])), [points]);

  useEffect(() => {
    if (!box.current) return;
    let made: MapLibre;
    try {
      made = new MapLibre({
        container: box.current,
        style: mapStyle(),
        bounds: view() ?? LOWER_48,
        fitBoundsOptions: FIT,
        attributionControl: { compact: true },
        dragRotate: false,
        pitchWithRotate: false,
        // The page scrolls past the map; zooming needs the buttons, a pinch or Ctrl.
        cooperativeGestures: true,
        maxZoom: 14,
        // Less work per frame: nothing fades, and the world is drawn once.
        fadeDuration: 0,
        renderWorldCopies: false,
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
      drawCounties(made);
    };
    made.on('load', () => {
      addPoints(made, colors);
      listenToPoints(made, { onSelect: (id) => select(id), onPoint: (id) => point(id) });
      addShields(made);
      drawOutlines(made).then(() => made.once('idle', () => setDrawn(true)));
      requestCounties();
      restyle();
      setMap(made);
    });
    made.on('zoomend', requestCounties);
    // The theme may also change while the map loads.
    const restyle = () => {
      const layers = [...mapStyle().layers, ...pointLayers(colors)].filter(({ id }) => made.getLayer(id));
      for (const { id, paint } of layers)
        for (const [name, value] of Object.entries(paint ?? {}))
          made.setPaintProperty(id, name as PaintProperty, value);
    };
    const stop = onThemeChange(restyle);
    return () => {
      stop();
      setMap(null);
      setDrawn(false);
      made.remove();
    };
  }, [colors]);

  useEffect(() => {
    map?.getSource<GeoJSONSource>('points')?.setData(collection(points));
  }, [map, points]);

  useEffect(() => {
    map?.getSource<GeoJSONSource>('legs')?.setData(legCollection(legs));
  }, [map, legs]);

  useEffect(() => {
    const marked = [
      ['selected', selected],
      ['pointed', pointed],
    ].flatMap(([mark, id = null]) => {
      const found = id === null ? undefined : byId.get(id);
      if (!found) return [];
      const coordinates = [found.longitude, found.latitude];
      return [{ type: 'Feature', properties: { mark }, geometry: { type: 'Point', coordinates } } as const];
    });
    map?.getSource<GeoJSONSource>('marked')?.setData({ type: 'FeatureCollection', features: marked });
  }, [map, byId, selected, pointed]);

  useEffect(() => {
    const found = selected === null ? undefined : byId.get(selected);
    if (!map || !found) return;
    const zoom = Math.max(map.getZoom(), MIN_SELECTED_ZOOM);
    map.easeTo({ center: [found.longitude, found.latitude], zoom });
  }, [map, byId, selected]);

  if (failed)
    return <p className="notice">This browser cannot draw the map. The list below has the same records.</p>;
  return (
    <div className="map-box">
      <section ref={box} className="map" aria-label={label} aria-busy={!drawn} />
      {map !== null && points.length > 0 && (
        <Button small className="map-fit" onClick={() => map.fitBounds(boundsOf(points) ?? LOWER_48, FIT)}>
          Show all
        </Button>
      )}
      {map !== null && (
        <MapInsets
          points={points}
          colors={colors}
          onSelect={({ west, south, east, north }) => map.fitBounds([west, south, east, north], FIT)}
        />
      )}
      {map === null && (
        <p className="map-loading" role="status">
          Loading the map…
        </p>
      )}
    </div>
  );
}
