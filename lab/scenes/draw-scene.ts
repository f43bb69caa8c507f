import { Rng } from '../country/rng.ts';
import { drawBackdrop } from './backdrop.ts';
import { drawCab } from './cab.ts';
import { Drawing } from './drawing.ts';
import type { Warp } from './path.ts';
import { seenFromAnAngle } from './perspective.ts';
import { drawRear } from './rear.ts';
import {
  type Facing,
  HEIGHT,
  type SceneKind,
  type SceneTruth,
  type SceneVariant,
  type Stage,
  WIDTH,
} from './scene.ts';
import { drawTrailer } from './trailer.ts';
import type { Vehicle } from './vehicle.ts';
import { drawRain, takePicture } from './weather.ts';

export type SceneRequest = {
  seed: number;
  index: number;
  kind: SceneKind;
  variant: SceneVariant;
  vehicle: Vehicle;
};

/** A roadside picture of a truck that does not exist, and what stands on it. The same request gives the same bytes. */
export async function drawScene({
  seed,
  index,
  kind,
  variant,
  vehicle,
}: SceneRequest): Promise<{ picture: Buffer; truth: SceneTruth }> {
  const rng = new Rng(seed, index, 41);
  const drawing = new Drawing(WIDTH, HEIGHT);
  drawBackdrop(drawing, rng);
  const facing: Facing = rng.chance(0.5) ? 1 : -1;
  drawing.warp = angleOf(variant, kind, rng);
  const written = drawTruck({ drawing, rng, vehicle, facing }, kind);
  drawing.warp = (point) => point;
  if (variant === 'rain') drawRain(drawing, rng);
  const picture = await takePicture(drawing, variant, rng);
  return { picture, truth: { kind, variant, ...written } };
}

function angleOf(variant: SceneVariant, kind: SceneKind, rng: Rng): Warp {
  const side = rng.chance(0.5) ? 1 : -1;
  const part = kind === 'rear' ? 0.6 : 1;
  if (variant === 'angle' || variant === 'mixed')
    return seenFromAnAngle(WIDTH, HEIGHT, part * (0.06 + 0.06 * rng.next()), side);
  if (variant === 'steep') return seenFromAnAngle(WIDTH, HEIGHT, part * (0.16 + 0.1 * rng.next()), side);
  return (point) => point;
}

function drawTruck(stage: Stage, kind: SceneKind): Partial<SceneTruth> {
  const { rng, facing } = stage;
  if (kind === 'cab') return drawCab(stage, 340 + rng.below(120), 90, 1.75 + 0.25 * rng.next(), kind);
  if (kind === 'rear') return drawRear(stage, { x: 480 + rng.below(80), y: 60, width: 880, height: 800 });
  if (kind === 'trailer')
    return drawTrailer(stage, { x: 60, y: 150 + rng.below(60), width: 1800, height: 580 });
  const trailer = drawTrailer(stage, {
    x: facing > 0 ? 40 : 700,
    y: 210 + rng.below(40),
    width: 1180,
    height: 480,
  });
  const cab = drawCab(stage, facing > 0 ? 1250 : 60, 290, 1.05, kind);
  return { ...trailer, ...cab };
}
