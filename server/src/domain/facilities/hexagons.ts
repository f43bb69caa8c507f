import type { Position } from '../../lib/geography/great-circle.ts';

/** About 100 square miles: a city or a large part of one. */
const RESOLUTION = 5;

/** Loaded at the first use: most processes never need it. */
const h3 = () => import('h3-js');

/** The H3 cells of some positions. */
export async function hexagonsOf(positions: readonly Position[]): Promise<string[]> {
  const { latLngToCell } = await h3();
  return positions.map(({ latitude, longitude }) => latLngToCell(latitude, longitude, RESOLUTION));
}

/** The corners of a cell as the ring of a GeoJSON polygon: longitude first, closed. */
export async function hexagonRing(hexagon: string): Promise<number[][]> {
  const { cellToBoundary } = await h3();
  return cellToBoundary(hexagon, true);
}
