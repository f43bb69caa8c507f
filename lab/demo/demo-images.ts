import { makeCarrier } from '../country/carrier.ts';
import { demoCountry } from '../country/country.ts';
import { drawScene } from '../scenes/draw-scene.ts';
import type { Scene, SceneKind, SceneVariant } from '../scenes/scene.ts';
import { countryVehicle } from '../scenes/vehicle.ts';

type DemoImage = { kind: SceneKind; variant: SceneVariant; truck: number };

/** `truck.jpg`, `cab.jpg` and `rear.jpg` show the same truck. */
const IMAGES: Record<string, DemoImage> = {
  'truck.jpg': { kind: 'side', variant: 'clean', truck: 0 },
  'cab.jpg': { kind: 'cab', variant: 'angle', truck: 0 },
  'rear.jpg': { kind: 'rear', variant: 'clean', truck: 0 },
  'trailer.jpg': { kind: 'trailer', variant: 'rain', truck: 1 },
  'rain.jpg': { kind: 'side', variant: 'rain', truck: 1 },
  'night.jpg': { kind: 'cab', variant: 'night', truck: 2 },
};

/** Draws trucks of active for-hire carriers of the demo country. */
export async function drawDemoImages(): Promise<Record<string, Scene>> {
  const indexes: number[] = [];
  for (let index = 0; indexes.length < 3; index++) {
    const { tractors, docket, status } = makeCarrier(demoCountry, index);
    if (tractors > 0 && docket !== null && status === 'A') indexes.push(index);
  }
  const scenes: Record<string, Scene> = {};
  for (const [name, { kind, variant, truck }] of Object.entries(IMAGES)) {
    const vehicle = countryVehicle(demoCountry, indexes[truck] as number);
    scenes[name] = await drawScene({ seed: demoCountry.seed, index: truck, kind, variant, vehicle });
  }
  return scenes;
}
