import type { Rng } from '../country/rng.ts';
import type { Drawing } from './drawing.ts';
import type { Vehicle } from './vehicle.ts';

export const sceneKinds = ['side', 'cab', 'trailer', 'rear'] as const;
export type SceneKind = (typeof sceneKinds)[number];

/** Weather, camera and viewing angle. */
export const sceneVariants = [
  'clean',
  'angle',
  'steep',
  'blur',
  'motion',
  'noise',
  'rain',
  'night',
  'jpeg',
  'mixed',
] as const;
export type SceneVariant = (typeof sceneVariants)[number];

/** The labels of an image. A field that is not drawn is absent. */
export type SceneTruth = {
  kind: SceneKind;
  variant: SceneVariant;
  carrier?: string;
  usdot?: string;
  mc?: string;
  kyu?: string;
  vin?: string;
  cabNumber?: string;
  wordmark?: string;
  trailerNumber?: string;
  plate?: string;
  placard?: string;
};

export type Scene = { image: Buffer; truth: SceneTruth };

/** The truck drives to the right (1) or to the left (-1). */
export type Facing = 1 | -1;

/** A sign over a part of the lettering of a door: over the name, over the line of the USDOT number, or over both. */
export type Magnets = {
  /** The text over the name; null leaves the name uncovered. */
  name: string | null;
  usdot: string;
  /** So many digits of the number below stick out behind the sign. */
  digitsLeft: number;
};

export type Stage = { drawing: Drawing; rng: Rng; vehicle: Vehicle; facing: Facing; magnets?: Magnets };

export type Area = { x: number; y: number; width: number; height: number };

export const WIDTH = 1920;
export const HEIGHT = 1080;
