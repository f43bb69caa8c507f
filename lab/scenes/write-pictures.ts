import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCarrier } from '../country/carrier.ts';
import type { Country } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import { drawScene } from './draw-scene.ts';
import { type SceneTruth, sceneKinds, sceneVariants } from './scene.ts';
import { countryVehicle, inventedVehicle, type Vehicle } from './vehicle.ts';

export type PicturesOptions = {
  count: number;
  seed: number;
  folder: string;
  /** The carriers of this country are drawn; without one they are invented. */
  country?: Country | undefined;
  onProgress?: (done: number, of: number) => void;
};

export type DrawnPicture = { file: string; truth: SceneTruth };

/** Kinds and variants in turn, one JPEG each, and a `truth.json` that says what stands in every one. */
export async function writePictures(options: PicturesOptions): Promise<DrawnPicture[]> {
  const { count, seed, folder, onProgress } = options;
  await mkdir(folder, { recursive: true });
  const drawn: DrawnPicture[] = [];
  for (let index = 0; index < count; index++) {
    const { picture, truth } = await drawScene(sceneAt(seed, index, vehicleAt(options, index)));
    const file = `synthetic-${String(index).padStart(4, '0')}-${truth.kind}-${truth.variant}.jpg`;
    await writeFile(join(folder, file), picture);
    drawn.push({ file, truth });
    onProgress?.(index + 1, count);
  }
  const list = drawn.map(({ file, truth }) => ({ file, synthetic: true, ...truth }));
  await writeFile(join(folder, 'truth.json'), `${JSON.stringify(list, null, 1)}\n`);
  return drawn;
}

/** The nth of the scenes that a seed gives: every kind in every variant, then again. */
export function sceneAt(seed: number, index: number, vehicle = inventedVehicle(new Rng(seed, index, 5))) {
  const kind = sceneKinds[index % sceneKinds.length] as (typeof sceneKinds)[number];
  const turn = Math.floor(index / sceneKinds.length) % sceneVariants.length;
  const variant = sceneVariants[turn] as (typeof sceneVariants)[number];
  return { seed, index, kind, variant, vehicle };
}

function vehicleAt({ country, seed }: PicturesOptions, index: number): Vehicle {
  if (!country) return inventedVehicle(new Rng(seed, index, 5));
  // From there the next carrier that has a tractor to draw.
  for (let step = 0; step < country.carriers; step++) {
    const at = (index + step) % country.carriers;
    if (makeCarrier(country, at).tractors > 0) return countryVehicle(country, at);
  }
  return countryVehicle(country, index % country.carriers);
}
