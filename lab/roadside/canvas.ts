import type { Rng } from '../country/rng.ts';
import type { Drawing } from '../scenes/drawing.ts';
import type { FontName } from '../scenes/fonts.ts';
import { ellipse, type Path, type Point, polygon, rectangle, rounded } from '../scenes/path.ts';
import type { Place, Surface, View } from './view.ts';

type Look = Parameters<Drawing['shape']>[1];

/** What the light does to a scene. */
export type Light = 'day' | 'dusk' | 'night';

/** Draws on the surfaces of things that stand on a road. */
export class Canvas {
  readonly drawing: Drawing;
  readonly view: View;
  readonly rng: Rng;

  constructor(drawing: Drawing, view: View, rng: Rng) {
    this.drawing = drawing;
    this.view = view;
    this.rng = rng;
  }

  /** A flat shape between places. */
  face(places: readonly Place[], look: Look): void {
    const path = this.view.clipped(places);
    if (path) this.drawing.shape(path, look);
  }

  on(surface: Surface, path: Path, look: Look): void {
    this.drawing.warp = this.view.on(surface);
    this.drawing.shape(path, look);
    this.drawing.warp = (point) => point;
  }

  /** Lines from a place on a surface, as wide as pixels at that place. */
  line(surface: Surface, points: Point[], color: string, meters: number, opacity = 1): void {
    const [first = [0, 0]] = points;
    const width = Math.max(0.7, meters * this.view.scaleAt(surface(...first)));
    const path: Path = points.map((point, i) => ({ type: i === 0 ? 'M' : 'L', points: [point] }));
    this.on(surface, path, { stroke: color, width, opacity });
  }

  /** Text whose middle is at a point of a side of the truck. It reads from left to right on every side. */
  text(
    [x, z]: Point,
    y: number,
    text: string,
    style: { font: FontName; height: number; ink: string; stretch?: number },
  ): void {
    this.drawing.warp = this.view.on((u, v) => [x + this.view.facing * u, y, z - v]);
    this.drawing.text(text, [0, style.height / 2], { ...style, align: 'middle' });
    this.drawing.warp = (point) => point;
  }

  /** A soft light at a place. */
  glow(place: Place, meters: number, color: string, strength = 1): void {
    const [x, y] = this.view.at(place);
    const r = meters * this.view.scaleAt(place);
    const fill = this.drawing.radial([0, color, strength], [0.25, color, 0.45 * strength], [1, color, 0]);
    this.drawing.shape(ellipse(x, y, r), { fill });
  }
}

/** The near side of the truck, from places along it and heights. */
export const side =
  (y = 0): Surface =>
  (x, z) => [x, y, z];
/** A surface that faces forward or backward, from places across the road and heights. */
export const front =
  (x: number): Surface =>
  (y, z) => [x, y, z];
export const ground: Surface = (x, y) => [x, y, 0];

/** Between two places along, and two heights. */
export const box = (x1: number, z1: number, x2: number, z2: number): Path =>
  rectangle(x1, z1, x2 - x1, z2 - z1);
export const softBox = (x1: number, z1: number, x2: number, z2: number, r: number): Path =>
  rounded(x1, z1, x2 - x1, z2 - z1, r);
export const outline = (...points: Point[]): Path => polygon(points);
