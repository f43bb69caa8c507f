import { Rng } from '../country/rng.ts';
import { drawScene } from '../scenes/draw-scene.ts';
import { inventedVehicle, type Vehicle } from '../scenes/vehicle.ts';
import { sceneAt } from '../scenes/write-images.ts';
import { type Sample, type SampleSet, sceneTruth } from './sample.ts';

/** The highest number issued so far. The registry experiment uses the same range. */
export const LAST_USDOT = 4_500_000;

/** Scenes drawn in this run. Unlike the generated files, they have USDOT numbers in the range of real ones. */
export function generatedSet(count: number, seed: number): SampleSet {
  const samples = Array.from({ length: count }, (_, index): Sample => {
    const vehicle = vehicleAt(seed, index);
    const sample: Sample = {
      name: `seed ${seed}, scene ${index}`,
      truth: {},
      isComplete: true,
      carrier: { name: vehicle.carrier, city: vehicle.city, state: vehicle.state },
      async open() {
        const { image, truth } = await drawScene(sceneAt(seed, index, vehicle));
        Object.assign(sample.truth, sceneTruth(truth));
        sample.name += `, ${truth.kind} ${truth.variant}`;
        return image;
      },
    };
    return sample;
  });
  return { title: `generated scenes, seed ${seed}`, samples };
}

function vehicleAt(seed: number, index: number): Vehicle {
  const rng = new Rng(seed, index, 6);
  const vehicle = inventedVehicle(rng);
  const mc = vehicle.mc && `${rng.between(1, 9)}${rng.digits(rng.between(5, 6))}`;
  return { ...vehicle, usdot: String(usdotNumber(rng)), mc };
}

/** Five, six or seven digits, with equal probability. */
function usdotNumber(rng: Rng): number {
  const most = rng.pick([99_999, 999_999, LAST_USDOT]);
  return rng.between(Math.ceil(most / 10) + 1, most);
}
