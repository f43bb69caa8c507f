import { drawPlateScene } from '../scenes/plate-scene.ts';
import type { Sample, SampleSet } from './sample.ts';

/** Cars and trucks on which the plate is the only number, in fonts that the readers were not trained on. */
export function plateSet(count: number, seed: number): SampleSet {
  const samples = Array.from({ length: count }, (_, index): Sample => {
    const sample: Sample = {
      name: `seed ${seed}, plate ${index}`,
      truth: {},
      isComplete: true,
      async open() {
        const { image, plate, variant } = await drawPlateScene(seed, index);
        sample.truth.alpr_plate_number = plate;
        sample.name += `, ${variant}`;
        return image;
      },
    };
    return sample;
  });
  return { title: `plates, seed ${seed}`, samples };
}
