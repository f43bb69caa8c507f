/** Reads the maps of the us-atlas package (ISC license; boundaries of the U.S. Census Bureau). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Point = [number, number];

export type Geometry = {
  id: string;
  type: string;
  arcs: number[][] | number[][][];
  properties: { name: string };
};

type Topology = {
  arcs: Point[][];
  transform: { scale: Point; translate: Point };
  objects: Record<string, { geometries: Geometry[] }>;
};

/** Returns the geometries of a layer, and a function that returns the rings of a geometry. */
export function readAtlas(file: string, layer: string) {
  const folder = process.argv[2];
  if (!folder) throw new Error('Specify the folder of the us-atlas package.');
  const { arcs, transform, objects }: Topology = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { scale, translate } = transform;
  // Each point of an arc is the difference to the point before, in grid units.
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
  // A negative index is a reversed arc.
  const pointsOf = (index: number) => (index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? []));
  const ringsOf = ({ type, arcs: shape }: Geometry): Point[][] => {
    const rings = (type === 'Polygon' ? shape : (shape as number[][][]).flat()) as number[][];
    return rings.map((indexes) => indexes.flatMap(pointsOf));
  };
  return { geometries: objects[layer]?.geometries ?? [], ringsOf };
}
