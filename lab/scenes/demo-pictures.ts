import { makeCarrier } from '../country/carrier.ts';
import { demoCountry } from '../country/demo-country.ts';
import { drawScene } from './draw-scene.ts';
import type { SceneKind, SceneTruth, SceneVariant } from './scene.ts';
import { countryVehicle } from './vehicle.ts';

type Shot = { kind: SceneKind; variant: SceneVariant; truck: number };

/** `truck.jpg`, `cab.jpg` and `rear.jpg` are one truck of the demo's country; the others are other ones. */
const SHOTS: Record<string, Shot> = {
  'truck.jpg': { kind: 'side', variant: 'clean', truck: 0 },
  'cab.jpg': { kind: 'cab', variant: 'angle', truck: 0 },
  'rear.jpg': { kind: 'rear', variant: 'clean', truck: 0 },
  'trailer.jpg': { kind: 'trailer', variant: 'rain', truck: 1 },
  'rain.jpg': { kind: 'side', variant: 'rain', truck: 1 },
  'night.jpg': { kind: 'cab', variant: 'night', truck: 2 },
};

export const demoPictureNames = Object.keys(SHOTS);

export type DemoPicture = { picture: Buffer; truth: SceneTruth };

const drawn = new Map<string, Promise<DemoPicture>>();

/** Drawn when it is first asked for: a server nobody tries the demo on draws nothing. Null for an unknown name. */
export function demoPicture(name: string): Promise<DemoPicture> | null {
  const shot = Object.hasOwn(SHOTS, name) ? SHOTS[name] : undefined;
  if (!shot) return null;
  const { kind, variant, truck } = shot;
  let picture = drawn.get(name);
  if (!picture) {
    const vehicle = countryVehicle(demoCountry, demoTrucks()[truck] as number);
    picture = drawScene({ seed: demoCountry.seed, index: truck, kind, variant, vehicle });
    drawn.set(name, picture);
  }
  return picture;
}

/** Carriers with tractors and a docket: what stands on a highway. */
function demoTrucks(): number[] {
  const found: number[] = [];
  for (let index = 0; index < demoCountry.carriers && found.length < 3; index++) {
    const { tractors, docket, status } = makeCarrier(demoCountry, index);
    if (tractors > 0 && docket !== null && status === 'A') found.push(index);
  }
  return found;
}
