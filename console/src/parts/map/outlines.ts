import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { Objects, Topology } from 'topojson-specification';
import counties from 'us-atlas/counties-10m.json?url';
import states from 'us-atlas/states-10m.json?url';
import interstates from './outlines/interstates.json?url';
import neighbors from './outlines/neighbors.json?url';

type Atlas = Topology<Objects<object>>;
type Shapes = Record<string, GeoJSON.GeoJSON>;
export type StateShape = GeoJSON.Feature<GeoJSON.Polygon | GeoJSON.MultiPolygon>;

async function read(url: string): Promise<Atlas> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The outlines could not be loaded: status ${response.status}.`);
  return response.json();
}

function objectOf(atlas: Atlas, name: string) {
  const found = atlas.objects[name];
  if (!found) throw new Error(`The outlines have no ${name}.`);
  return found;
}

let stateAtlas: Promise<Atlas> | undefined;
/** The map and its insets read the same file. A failed request is repeated by the next map. */
function readStates(): Promise<Atlas> {
  stateAtlas ??= read(states).catch((error) => {
    stateAtlas = undefined;
    throw error;
  });
  return stateAtlas;
}

async function loadStates(): Promise<Shapes> {
  const atlas = await readStates();
  return {
    land: feature(atlas, objectOf(atlas, 'nation')),
    states: mesh(atlas, objectOf(atlas, 'states') as Parameters<typeof mesh>[1]),
  };
}

async function loadSurroundings(): Promise<Shapes> {
  const [around, roads] = await Promise.all([read(neighbors), read(interstates)]);
  return {
    neighbors: feature(around, objectOf(around, 'neighbors')),
    provinces: feature(around, objectOf(around, 'provinces')),
    lakes: feature(around, objectOf(around, 'lakes')),
    interstates: feature(roads, objectOf(roads, 'interstates')),
  };
}

async function loadCounties(): Promise<Shapes> {
  const atlas = await read(counties);
  return { counties: mesh(atlas, atlas.objects.counties as Parameters<typeof mesh>[1]) };
}

const draw = (map: MapLibre, shapes: Shapes) => {
  for (const [source, data] of Object.entries(shapes)) map.getSource<GeoJSONSource>(source)?.setData(data);
};

/** Resolves when the outlines are in the map. Without one of the files, the map has the others. */
export async function drawOutlines(map: MapLibre): Promise<void> {
  const files = [loadStates(), loadSurroundings()];
  await Promise.allSettled(files.map(async (shapes) => draw(map, await shapes)));
}

export function drawCounties(map: MapLibre): void {
  loadCounties().then(
    (shapes) => draw(map, shapes),
    () => undefined,
  );
}

/** The outline of a state or territory by its FIPS code. */
export async function stateShape(fips: string): Promise<StateShape | undefined> {
  const atlas = await readStates();
  const all = feature(atlas, objectOf(atlas, 'states')) as unknown as GeoJSON.FeatureCollection;
  return all.features.find(({ id }) => id === fips) as StateShape | undefined;
}
