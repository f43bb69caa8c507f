import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { Objects, Topology } from 'topojson-specification';
import counties from 'us-atlas/counties-10m.json?url';
import states from 'us-atlas/states-10m.json?url';
import { CITIES } from './cities.ts';

const FONT = ['system-ui', 'Segoe UI', 'Roboto', 'Open Sans', 'sans-serif'];
const EMPTY = { type: 'FeatureCollection' as const, features: [] };

/** The colors of the page, so that the map follows the light and dark theme. */
export function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** State and county outlines and city names, all from files of this page. No tiles, no request to another host. */
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
      land: { type: 'geojson', data: EMPTY },
      states: { type: 'geojson', data: EMPTY, attribution: 'U.S. Census Bureau' },
      counties: { type: 'geojson', data: EMPTY },
      cities: { type: 'geojson', data: { type: 'FeatureCollection', features: cities } },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': color('--water') } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': color('--land') } },
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
      {
        id: 'cities',
        type: 'symbol',
        source: 'cities',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': 11,
          'symbol-sort-key': ['get', 'rank'],
          'text-padding': 6,
          // Cameras stand in cities: their points would cover the names.
          'text-anchor': 'top',
          'text-offset': [0, 0.7],
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

type Atlas = Topology<Objects<object>>;
type Outlines = { land: GeoJSON.GeoJSON; states: GeoJSON.GeoJSON };

export async function loadStates(): Promise<Outlines> {
  const atlas = (await (await fetch(states)).json()) as Atlas;
  const { nation, states: borders } = atlas.objects;
  if (!nation || !borders) throw new Error('The outlines of the states are missing.');
  return { land: feature(atlas, nation), states: mesh(atlas, borders) };
}

export async function loadCounties(): Promise<GeoJSON.GeoJSON> {
  const atlas = (await (await fetch(counties)).json()) as Atlas;
  return mesh(atlas, atlas.objects.counties);
}
