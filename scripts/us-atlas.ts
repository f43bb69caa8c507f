/** Reads the maps of the us-atlas package (ISC license; boundaries of the U.S. Census Bureau). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

export type Point = [number, number];
export type Geometry = ReturnType<typeof readAtlas>['geometries'][number];

/** Returns the geometries of a layer, and a function that returns the rings of a geometry. */
export function readAtlas(file: string, layer: string) {
  const path = join(import.meta.dirname, '../node_modules/us-atlas', file);
  const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology;
  const { features } = feature(topology, topology.objects[layer] as GeometryCollection<{ name: string }>);
  return {
    geometries: features.map(({ id, properties, geometry }) => ({ id: String(id), properties, geometry })),
    ringsOf({ geometry }: { geometry: (typeof features)[number]['geometry'] }): Point[][] {
      if (geometry.type === 'Polygon') return geometry.coordinates as Point[][];
      return geometry.type === 'MultiPolygon' ? (geometry.coordinates.flat() as Point[][]) : [];
    },
  };
}
