import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DecoyKind, drawDecoyScene, drawPlateScene } from '../../scenes/plate-scene.ts';
import { drawStatePlateScene } from '../../scenes/state-plate.ts';

/** The upright box around a plate. */
export type PlateBox = [left: number, top: number, right: number, bottom: number];

/** `plate` is empty where the image shows none; `state` and `box` are absent where nobody labeled them. */
export type PlateSample = { name: string; image: Buffer; plate: string; state?: string; box?: PlateBox };
export type PlateSet = {
  title: string;
  kind: 'plates' | 'decoys' | 'unlabeled';
  samples: AsyncIterable<PlateSample>;
};

type Truth = Record<string, { plate: string; state?: string; box?: PlateBox }>;

/** The labeled photographs of plates, and the other photographs, on which only located boxes are counted. */
export function photoPlateSets(folder: string): PlateSet[] {
  const plates = join(folder, 'plates');
  if (!existsSync(plates)) return [];
  return [
    { title: 'photographs of plates', kind: 'plates', samples: labeledPhotos(plates) },
    { title: 'photographs of trucks', kind: 'unlabeled', samples: photosIn(join(folder, 'real')) },
  ];
}

async function* labeledPhotos(folder: string): AsyncGenerator<PlateSample> {
  const truth: Truth = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8'));
  for (const [name, label] of Object.entries(truth))
    yield { name, image: await readFile(join(folder, name)), ...label };
}

async function* photosIn(folder: string): AsyncGenerator<PlateSample> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.jpg')).sort())
    yield { name, image: await readFile(join(folder, name)), plate: '' };
}

export async function* generatedPlates(count: number, seed: number): AsyncGenerator<PlateSample> {
  for (let index = 0; index < count; index++) {
    const { image, plate, state, variant } = await drawPlateScene(seed, index);
    yield { name: `plate ${index}, ${variant}`, image, plate, state };
  }
}

/** Plates in the designs of all states and provinces, which take turns. */
export async function* statePlates(count: number, seed: number): AsyncGenerator<PlateSample> {
  for (let index = 0; index < count; index++) {
    const { image, plate, state, variant } = await drawStatePlateScene(seed, index);
    yield { name: `plate ${index} of ${state}, ${variant}`, image, plate, state };
  }
}

export async function* generatedDecoys(
  count: number,
  seed: number,
  kind: DecoyKind,
): AsyncGenerator<PlateSample> {
  for (let index = 0; index < count; index++) {
    const { image, variant } = await drawDecoyScene(seed, index, kind);
    yield { name: `${kind} ${index}, ${variant}`, image, plate: '' };
  }
}
