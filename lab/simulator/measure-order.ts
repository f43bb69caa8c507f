import type { Database } from '../../server/src/db/database.ts';
import { Rng } from '../country/rng.ts';
import { byImage, differences, readDecisions } from './decisions.ts';
import { Recorder } from './recorder.ts';
import { makeSimulation, type Simulation } from './simulate.ts';

const ORDERS = ['by time', 'reversed', 'shuffled'] as const;
export type OrderFigures = { images: number; differing: Record<string, number>; examples: string[] };

/** Records the same images in other orders, each on an empty database, and counts the images that are decided differently. */
export async function measureOrder(
  openDatabase: () => Promise<Database>,
  simulation: Pick<Simulation, 'seed' | 'images' | 'day'>,
): Promise<OrderFigures> {
  const { world, images } = makeSimulation(simulation);
  const figures: OrderFigures = { images: images.length, differing: {}, examples: [] };
  let first: Map<string, string> | null = null;
  for (const order of ORDERS) {
    const database = await openDatabase();
    const recorder = await Recorder.open(database, world);
    const rng = new Rng(simulation.seed, 5);
    const ranks = new Map(images.map((image) => [image, rng.next()]));
    const rank = (image: (typeof images)[number]) => ranks.get(image) ?? 0;
    const ordered = order === 'shuffled' ? images.toSorted((a, b) => rank(a) - rank(b)) : [...images];
    await recorder.record(order === 'reversed' ? ordered.reverse() : ordered);
    const decided = byImage(await readDecisions(database));
    first ??= decided;
    const differing = differences(first, decided);
    figures.differing[order] = differing.length;
    for (const id of differing.slice(0, 4))
      figures.examples.push(`${order}: ${id}\n  ${first.get(id)}\n  ${decided.get(id)}`);
  }
  return figures;
}
