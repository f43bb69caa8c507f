import type { Database } from '../../server/src/db/database.ts';
import { Rng } from '../country/rng.ts';
import { byImage, type Decided, differences, readDecisions } from './decisions.ts';
import type { Recorder } from './recorder.ts';
import type { SimulatedImage } from './traffic.ts';
import type { World } from './world.ts';

export type Spread = {
  mistakes: number;
  /** Images of other sightings that a mistake changed: the mean and the most. */
  mean: number;
  most: number;
  /** Images that are decided differently after the mistake was withdrawn. */
  stillWrong: number;
  examples: string[];
};

/** Types wrong values, counts what changes elsewhere, withdraws them, and counts what does not change back. */
export async function measureSpread(
  database: Database,
  recorder: Recorder,
  images: readonly SimulatedImage[],
  { carriers, trucks }: World,
  seed: number,
  mistakes: number,
): Promise<Spread> {
  const rng = new Rng(seed, 3);
  const spread: Spread = { mistakes, mean: 0, most: 0, stillWrong: 0, examples: [] };
  let before = await readDecisions(database);
  for (let n = 0; n < mistakes; n++) {
    const image = rng.pick(images);
    const kind = n % 4;
    const field = kind < 2 ? 'usdot_number' : 'alpr_plate_number';
    const plate = rng.pick(trucks).liveries[0].plate;
    const value = [rng.pick(carriers).usdot, null, plate.number, null][kind] as string | null;
    await recorder.correct(image, { field, value, ...(kind === 2 && { plate_state: plate.state }) });
    const during = await readDecisions(database);
    await recorder.withdraw(image, field);
    const after = await readDecisions(database);
    const changed = differences(byImage(before), byImage(during)).length - ownImages(before, image.id);
    spread.mean += Math.max(0, changed) / mistakes;
    spread.most = Math.max(spread.most, changed);
    const left = differences(byImage(before), byImage(after));
    spread.stillWrong += left.length;
    if (left.length > 0) spread.examples.push(`${field} ${value} on ${image.id}: ${left.slice(0, 3)}`);
    before = after;
  }
  return spread;
}

function ownImages(decisions: readonly Decided[], imageId: string): number {
  return decisions.find(({ images }) => images.includes(imageId))?.images.length ?? 0;
}
