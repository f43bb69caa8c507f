import type { Path, Point, Warp } from '../scenes/path.ts';
import { polygon } from '../scenes/path.ts';
import type { Facing } from '../scenes/scene.ts';

/** In meters: along the road in the direction of travel, across it away from the camera, and up. */
export type Place = readonly [x: number, y: number, z: number];
/** Where a point of a flat surface is, from its two coordinates on it. */
export type Surface = (u: number, v: number) => Place;

const NEAREST = 0.6;

/** A camera that looks from one place to another. */
export class View {
  readonly width: number;
  readonly height: number;
  readonly facing: Facing;
  /** How far along the road the camera is. */
  readonly along: number;
  readonly #from: Place;
  readonly #axes: [right: Place, down: Place, ahead: Place];
  readonly #focal: number;

  /** `across`: how many meters the image is wide at the target. */
  constructor(
    size: { width: number; height: number },
    facing: Facing,
    [fromX, ...from]: Place,
    [targetX, ...to]: Place,
    across: number,
  ) {
    const target: Place = [facing * targetX, ...to];
    this.#from = [facing * fromX, ...from];
    this.facing = facing;
    this.along = fromX;
    this.width = size.width;
    this.height = size.height;
    const ahead = unit(minus(target, this.#from));
    const right = unit(cross(ahead, [0, 0, 1]));
    this.#axes = [right, cross(ahead, right), ahead];
    this.#focal = (size.width * length(minus(target, this.#from))) / across;
  }

  /** Where a place is in the image. */
  at = (place: Place): Point => this.#onImage(this.#seen(place));

  /** Warps what is drawn on a surface. */
  on(surface: Surface): Warp {
    return ([u, v]) => this.at(surface(u, v));
  }

  /** How many pixels a meter has at a place. */
  scaleAt(place: Place): number {
    return this.#focal / this.#seen(place)[2];
  }

  /** A flat shape that may reach behind the camera; null if nothing of it is ahead. */
  clipped(places: readonly Place[]): Path | null {
    const seen = places.map((place) => this.#seen(place));
    const kept: Place[] = [];
    for (const [i, one] of seen.entries()) {
      const next = seen[(i + 1) % seen.length] as Place;
      if (one[2] >= NEAREST) kept.push(one);
      if (one[2] >= NEAREST === next[2] >= NEAREST) continue;
      const part = (NEAREST - one[2]) / (next[2] - one[2]);
      kept.push([one[0] + part * (next[0] - one[0]), one[1] + part * (next[1] - one[1]), NEAREST]);
    }
    return kept.length < 3 ? null : polygon(kept.map((place) => this.#onImage(place)));
  }

  /** The height in the image at which the ground ends, straight ahead. */
  get horizon(): number {
    const [, , ahead] = this.#axes;
    const [x, y, z] = this.#from;
    return this.#onImage(this.#seenFrom([x + ahead[0] * 1e6, y + ahead[1] * 1e6, z]))[1];
  }

  #seen([x, y, z]: Place): Place {
    return this.#seenFrom([this.facing * x, y, z]);
  }

  #seenFrom(place: Place): Place {
    const offset = minus(place, this.#from);
    return this.#axes.map((axis) => dot(axis, offset)) as unknown as Place;
  }

  #onImage([x, y, depth]: Place): Point {
    const scale = this.#focal / Math.max(depth, NEAREST / 2);
    return [this.width / 2 + x * scale, this.height / 2 + y * scale];
  }
}

const minus = (a: Place, b: Place): Place => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Place, b: Place): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Place): number => Math.hypot(...a);
const unit = (a: Place): Place => [a[0] / length(a), a[1] / length(a), a[2] / length(a)];
const cross = (a: Place, b: Place): Place => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
