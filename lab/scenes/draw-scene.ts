import { Rng } from '../country/rng.ts';
import { drawBackdrop } from './backdrop.ts';
import { drawCab } from './cab.ts';
import { drawRain, takeImage } from './camera.ts';
import { Drawing } from './drawing.ts';
import type { Warp } from './path.ts';
import { seenFromAnAngle } from './perspective.ts';
import { drawRear } from './rear.ts';
import type { Facing, Magnets, Scene, SceneKind, SceneTruth, SceneVariant, Stage } from './scene.ts';
import { HEIGHT, WIDTH } from './scene.ts';
import { drawTrailer } from './trailer.ts';
import type { Vehicle } from './vehicle.ts';

export type SceneRequest = {
  seed: number;
  index: number;
  kind: SceneKind;
  variant: SceneVariant;
  vehicle: Vehicle;
  magnets?: Magnets | undefined;
};

/** Draws a roadside image of a synthetic truck. The same request gives the same bytes. */
export async function drawScene({
  seed,
  index,
  kind,
  variant,
  vehicle,
  magnets,
}: SceneRequest): Promise<Scene> {
  const rng = new Rng(seed, index, 41);
  const drawing = new Drawing(WIDTH, HEIGHT);
  drawBackdrop(drawing, rng);
  const facing: Facing = rng.chance(0.5) ? 1 : -1;
  drawing.warp = angleOf(variant, kind, rng);
  const labels = drawTruck({ drawing, rng, vehicle, facing, ...(magnets && { magnets }) }, kind);
  drawing.warp = (point) => point;
  if (variant === 'rain') drawRain(drawing, rng);
  const image = await takeImage(drawing, variant, rng);
  return { image, truth: { kind, variant, ...labels } };
}

function angleOf(variant: SceneVariant, kind: SceneKind, rng: Rng): Warp {
  const side = rng.chance(0.5) ? 1 : -1;
  const scale = kind === 'rear' ? 0.6 : 1;
  if (variant === 'angle' || variant === 'mixed')
    return seenFromAnAngle(WIDTH, HEIGHT, scale * (0.06 + 0.06 * rng.next()), side);
  if (variant === 'steep') return seenFromAnAngle(WIDTH, HEIGHT, scale * (0.16 + 0.1 * rng.next()), side);
  return (point) => point;
}

function drawTruck(stage: Stage, kind: SceneKind): Partial<SceneTruth> {
  const { rng, facing } = stage;
  if (kind === 'cab') return drawCab(stage, 340 + rng.below(120), 90, 1.75 + 0.25 * rng.next(), kind);
  if (kind === 'rear') return drawRear(stage, { x: 480 + rng.below(80), y: 60, width: 880, height: 800 });
  if (kind === 'trailer')
    return drawTrailer(stage, { x: 60, y: 150 + rng.below(60), width: 1800, height: 580 });
  const x = facing > 0 ? 40 : 700;
  const trailer = drawTrailer(stage, { x, y: 210 + rng.below(40), width: 1180, height: 480 });
  const cab = drawCab(stage, facing > 0 ? 1250 : 60, 290, 1.05, kind);
  return { ...trailer, ...cab };
}
