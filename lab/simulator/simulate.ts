import type { Database } from '../../server/src/db/database.ts';
import { Rng } from '../country/rng.ts';
import { readDecisions } from './decisions.ts';
import { judge, type Verdict } from './judge.ts';
import { DEFAULT_MIX, type Mix } from './mix.ts';
import { Recorder } from './recorder.ts';
import { makeTraffic, type SimulatedImage } from './traffic.ts';
import { makeWorld, type World } from './world.ts';

export type Simulation = {
  seed: number;
  images: number;
  /** The traffic ends three days before this day. */
  day: number;
  mix?: Mix;
  onProgress?: (recorded: number) => void;
};
export type Simulated = { world: World; images: SimulatedImage[]; recorder: Recorder; verdict: Verdict };

const DAY_MS = 86_400_000;
/** Sightings of the last 90 days are decided again. */
const DAYS = 45;
const IMAGES_PER_TRUCK = 14;
const STEP = 1_000;

export function makeSimulation({ seed, images: count, day, mix = DEFAULT_MIX }: Simulation) {
  const until = Math.floor(day / DAY_MS) * DAY_MS - 3 * DAY_MS;
  const from = until - DAYS * DAY_MS;
  const world = makeWorld(seed, Math.ceil(count / IMAGES_PER_TRUCK), from, until, mix);
  return { world, images: makeTraffic(world, seed, count, from, until, mix) };
}

/** Records simulated traffic on an empty database, with corrections and repeated images, and judges the decisions. */
export async function simulate(database: Database, simulation: Simulation): Promise<Simulated> {
  const { mix = DEFAULT_MIX, seed, onProgress } = simulation;
  const { world, images } = makeSimulation(simulation);
  const recorder = await Recorder.open(database, world);
  const rng = new Rng(seed, 4);
  const toWithdraw: { image: SimulatedImage; field: 'usdot_number' }[] = [];
  for (let at = 0; at < images.length; at += STEP) {
    const step = images.slice(at, at + STEP);
    const again = step.filter(() => rng.chance(mix.repeated));
    await recorder.record([...step, ...again]);
    for (const image of step) {
      if (rng.chance(mix.resent)) await resend(recorder, image);
      if (rng.chance(mix.corrected)) await correct(recorder, image);
      if (rng.chance(mix.withdrawn)) {
        await recorder.correct(image, { field: 'usdot_number', value: rng.pick(world.carriers).usdot });
        toWithdraw.push({ image, field: 'usdot_number' });
      }
    }
    for (const { image, field } of toWithdraw.splice(0, Math.floor(toWithdraw.length / 2)))
      await recorder.withdraw(image, field);
    onProgress?.(at + step.length);
  }
  for (const { image, field } of toWithdraw) await recorder.withdraw(image, field);
  return { world, images, recorder, verdict: judge(images, await readDecisions(database)) };
}

/** The partner sends the same bytes with another plate, and then with the first one. */
async function resend(recorder: Recorder, image: SimulatedImage): Promise<void> {
  const record = { ...image.record, plate_number: 'ZZZ9999', alpr_confidence: 0.95 };
  await recorder.record([{ ...image, record }]);
  await recorder.record([image]);
}

/** A person sets what is right. */
async function correct(recorder: Recorder, image: SimulatedImage): Promise<void> {
  const { misread, carrier, plate, record } = image;
  if (misread.includes('usdot')) await recorder.correct(image, { field: 'usdot_number', value: carrier });
  if (plate && record.plate_number !== null && record.plate_number !== plate.number)
    await recorder.correct(image, {
      ...{ field: 'alpr_plate_number', value: plate.number, plate_state: plate.state },
    });
}
