import { Rng } from '../country/rng.ts';
import { drawBackdrop } from './backdrop.ts';
import { drawRain, takeImage } from './camera.ts';
import { Drawing } from './drawing.ts';
import { drawPlatedCar } from './plate-scene.ts';
import { drawRear } from './rear.ts';
import { HEIGHT, type SceneVariant, sceneVariants, WIDTH } from './scene.ts';
import { inventedVehicle, type Vehicle } from './vehicle.ts';

/** `carPlate`: of the private car. `truck`: null if the car is alone. */
export type PrivateScene = {
  image: Buffer;
  variant: SceneVariant;
  carPlate: string;
  truck: Vehicle | null;
};

/** The size of the car beside the truck, of a car alone. */
const CAR_SCALE = 0.46;

/** Every second image shows a private car alone, the others a car in the lane beside the rear of a truck. */
export async function drawPrivateScene(seed: number, index: number): Promise<PrivateScene> {
  const rng = new Rng(seed, index, 97);
  const variant = sceneVariants[Math.floor(index / 2) % sceneVariants.length] as SceneVariant;
  const drawing = new Drawing(WIDTH, HEIGHT);
  drawBackdrop(drawing, rng);
  const truck = index % 2 === 1 ? inventedVehicle(rng) : null;
  const isLeft = rng.chance(0.5);
  if (truck) {
    const x = isLeft ? 90 + rng.below(60) : 1010 + rng.below(60);
    drawRear({ drawing, rng, vehicle: truck, facing: 1 }, { x, y: 70, width: 800, height: 780 });
    const [left, top] = [isLeft ? 900 + rng.below(70) : 90 + rng.below(70), 430 + rng.below(120)];
    drawing.warp = ([px, py]) => [left + (px - 300) * CAR_SCALE, top + (py - 240) * CAR_SCALE];
  }
  const { plate } = drawPlatedCar(drawing, rng);
  drawing.warp = (point) => point;
  if (variant === 'rain') drawRain(drawing, rng);
  return { image: await takeImage(drawing, variant, rng), variant, carPlate: plate, truck };
}
