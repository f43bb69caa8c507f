import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { CITIES } from './cities.ts';
import { roadLayers } from './roads.ts';

const FONT = ['system-ui', 'Segoe UI', 'Roboto', 'Open Sans', 'sans-serif'];
const EMPTY = { type: 'FeatureCollection' as const, features: [] };

/** The colors of the page, so that the map follows the light and dark theme. */
export function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const fill = (id: string, name: string): LayerSpecification => ({
  id,
  type: 'fill',
  source: id,
  paint: { 'fill-color': color(name) },
});

/** Countries, states, counties, interstates and city names, all from files of this page. No tiles, no request to another host. */
export function mapStyle(): StyleSpecification {
  const cities = CITIES.map(([name, ...coordinates], rank) => ({
    type: 'Feature' as const,
    properties: { name, rank },
    geometry: { type: 'Point' as const, coordinates },
  }));
  return {
    version: 8,
    // A change of the theme applies at once, as on the rest of the page.
    transition: { duration: 0, delay: 0 },
    sources: {
      neighbors: { type: 'geojson', data: EMPTY, attribution: 'Natural Earth' },
      lakes: { type: 'geojson', data: EMPTY },
      provinces: { type: 'geojson', data: EMPTY },
      land: { type: 'geojson', data: EMPTY },
      states: { type: 'geojson', data: EMPTY, attribution: 'U.S. Census Bureau' },
      counties: { type: 'geojson', data: EMPTY },
      interstates: { type: 'geojson', data: EMPTY },
      cities: { type: 'geojson', data: { type: 'FeatureCollection', features: cities } },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': color('--water') } },
      {
        // The two sources differ by about a mile along the borders: without this line, water would show between them.
        id: 'neighbor-edges',
        type: 'line',
        source: 'neighbors',
        paint: {
          'line-color': color('--neighbor'),
          'line-width': ['interpolate', ['exponential', 2], ['zoom'], 3, 2, 10, 60],
        },
      },
      fill('neighbors', '--neighbor'),
      fill('lakes', '--water'),
      {
        id: 'provinces',
        type: 'line',
        source: 'provinces',
        paint: { 'line-color': color('--line-strong'), 'line-width': 0.6 },
      },
      fill('land', '--land'),
      {
        id: 'counties',
        type: 'line',
        source: 'counties',
        minzoom: 5,
        paint: { 'line-color': color('--line'), 'line-width': 0.5 },
      },
      {
        id: 'states',
        type: 'line',
        source: 'states',
        paint: { 'line-color': color('--line-strong'), 'line-width': 1 },
      },
      ...roadLayers(color('--road'), FONT),
      {
        id: 'cities',
        type: 'symbol',
        source: 'cities',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': 11,
          'symbol-sort-key': ['get', 'rank'],
          'text-padding': 4,
          // Cameras stand in cities: their points and clusters would cover the names.
          'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
          'text-radial-offset': 1.6,
        },
        paint: {
          'text-color': color('--quiet'),
          'text-halo-color': color('--land'),
          'text-halo-width': 1.2,
        },
      },
    ],
  };
}
