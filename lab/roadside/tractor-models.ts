import type { Point } from '../scenes/path.ts';

/** The outlines of tractors, in meters from the middle of the bumper: backward is negative. */
export type TractorModel = {
  name: 'aero' | 'classic' | 'day-cab';
  body: Point[];
  /** The lower and upper edge of the grille and of the windshield. */
  grille: [Point, Point];
  windshield: [Point, Point];
  window: Point[];
  door: { from: number; to: number; top: number; bottom: number };
  /** The unit number. */
  hood: Point;
  headlight: { z: number; height: number };
  frontWheel: number;
  driveWheels: [number, number];
  back: number;
  isChrome: boolean;
};

const AERO_FRONT: Point[] = [
  [-0.05, 0.36],
  [0, 0.62],
  [-0.05, 0.98],
  [-0.2, 1.62],
  [-0.5, 1.84],
  [-1.66, 2.12],
];
const AERO: Omit<TractorModel, 'name' | 'body' | 'driveWheels' | 'back'> = {
  grille: [AERO_FRONT[2] as Point, AERO_FRONT[3] as Point],
  windshield: [AERO_FRONT[5] as Point, [-2.36, 2.96]],
  window: [
    [-1.98, 2.14],
    [-2.42, 2.82],
    [-3.18, 2.86],
    [-3.22, 2.06],
    [-2.3, 2.02],
  ],
  door: { from: -3.28, to: -1.98, top: 2.94, bottom: 0.92 },
  hood: [-1.12, 1.62],
  headlight: { z: 1.02, height: 0.36 },
  frontWheel: -1.16,
  isChrome: false,
};

export const tractorModels: TractorModel[] = [
  {
    ...AERO,
    name: 'aero',
    body: [
      ...AERO_FRONT,
      [-2.36, 2.96],
      [-2.62, 3.12],
      [-3.5, 3.86],
      [-5.1, 4],
      [-5.3, 3.92],
      [-5.3, 0.5],
      [-1.9, 0.4],
    ],
    driveWheels: [-6.35, -7.65],
    back: -5.3,
  },
  {
    ...AERO,
    name: 'day-cab',
    body: [...AERO_FRONT, [-2.36, 2.96], [-2.6, 3.08], [-3.3, 3.3], [-3.5, 3.22], [-3.5, 0.52], [-1.9, 0.4]],
    driveWheels: [-4.95, -6.25],
    back: -3.5,
  },
  {
    name: 'classic',
    body: [
      [-0.22, 0.7],
      [-0.2, 0.95],
      [-0.2, 1.98],
      [-0.32, 2.06],
      [-2.3, 2.2],
      [-2.44, 2.94],
      [-2.6, 3.04],
      [-3.62, 3.06],
      [-3.72, 3.42],
      [-3.95, 3.52],
      [-5.5, 3.52],
      [-5.5, 0.95],
      [-2.2, 0.72],
    ],
    grille: [
      [-0.2, 0.98],
      [-0.2, 1.96],
    ],
    windshield: [
      [-2.3, 2.24],
      [-2.44, 2.92],
    ],
    window: [
      [-2.5, 2.2],
      [-2.58, 2.86],
      [-3.42, 2.88],
      [-3.42, 2.18],
    ],
    door: { from: -3.55, to: -2.38, top: 2.96, bottom: 0.98 },
    hood: [-1.5, 1.72],
    headlight: { z: 1.2, height: 0.24 },
    frontWheel: -1.0,
    driveWheels: [-6.5, -7.8],
    back: -5.5,
    isChrome: true,
  },
];
