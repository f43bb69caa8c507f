import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCarrier } from '../country/carrier.ts';
import type { Country } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import { drawScene, type SceneRequest } from './draw-scene.ts';
import { type SceneTruth, sceneKinds, sceneVariants } from './scene.ts';
import { countryVehicle, inventedVehicle, type Vehicle } from './vehicle.ts';

type Options = {
  count: number;
  seed: number;
  folder: string;
  /** Draws trucks of this country. By default the carriers are invented. */
  country?: Country | undefined;
  onProgress?: (done: number, of: number) => void;
};

/** Writes JPEGs of all kinds and variants in turn, and their labels in `truth.json`. */
export async function writeImages(options: Options): Promise<void> {
  const { count, seed, folder, onProgress } = options;
  await mkdir(folder, { recursive: true });
  const labels: ({ file: string; synthetic: true } & SceneTruth)[] = [];
  for (let index = 0; index < count; index++) {
    const { image, truth } = await drawScene(sceneAt(seed, index, vehicleAt(options, index)));
    const file = `synthetic-${String(index).padStart(4, '0')}-${truth.kind}-${truth.variant}.jpg`;
    await writeFile(join(folder, file), image);
    labels.push({ file, synthetic: true, ...truth });
    onProgress?.(index + 1, count);
  }
  await writeFile(join(folder, 'truth.json'), `${JSON.stringify(labels, null, 1)}\n`);
}

/** The nth scene of a seed. Scenes cycle through every kind in every variant. */
export function sceneAt(
  seed: number,
  index: number,
  vehicle = inventedVehicle(new Rng(seed, index, 5)),
): SceneRequest {
  const kind = sceneKinds[index % sceneKinds.length] as (typeof sceneKinds)[number];
  const round = Math.floor(index / sceneKinds.length);
  const variant = sceneVariants[round % sceneVariants.length] as (typeof sceneVariants)[number];
  return { seed, index, kind, variant, vehicle };
}

function vehicleAt({ country, seed }: Options, index: number): Vehicle {
  if (!country) return inventedVehicle(new Rng(seed, index, 5));
  // The next carrier that has a tractor.
  for (let step = 0; step < country.carriers; step++) {
    const at = (index + step) % country.carriers;
    if (makeCarrier(country, at).tractors > 0) return countryVehicle(country, at);
  }
  return countryVehicle(country, index % country.carriers);
}
