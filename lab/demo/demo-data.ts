import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCarrier } from '../country/carrier.ts';
import { demoCountry } from '../country/country.ts';
import { generateCountry } from '../country/generate-country.ts';
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

/** The text of each federal file of the demo country by file name, with dates relative to the as-of day. */
export async function demoCountryFiles(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-demo-'));
  try {
    await generateCountry({ ...demoCountry, folder, relativeDates: true });
    const files: Record<string, string> = {};
    for (const name of (await readdir(folder)).sort())
      files[name] = await readFile(join(folder, name), 'utf8');
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
