import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../server/test/support/database.ts';
import { measureOrder } from '../simulator/measure-order.ts';
import { simulate } from '../simulator/simulate.ts';
import { measureSpread } from '../simulator/spread.ts';

/** The count that chance exceeds in fewer than one of a thousand runs whose expected count is `mean`. */
function mostByChance(mean: number): number {
  let [count, share] = [0, Math.exp(-mean)];
  for (let sum = share; sum < 0.999; sum += share) share *= mean / ++count;
  return count;
}

test('8,000 simulated images are within the goals of the decisions, as far as so many can tell', async () => {
  const database = await testDatabase();
  const { images, world, recorder, verdict } = await simulate(database, {
    seed: 1,
    images: 8_000,
    day: Date.now(),
  });
  const examples = JSON.stringify(verdict.examples, null, 2);
  const { carriers, sightings, passes, merged, split } = verdict;
  const rates: [name: string, count: number, goal: number][] = [
    ['wrong carrier at High', carriers.High.wrong, sightings / 100_000],
    ['wrong carrier at Medium', carriers.Medium.wrong, sightings / 500],
    ['two trucks merged', merged, sightings / 10_000],
    ['one truck split', split, passes / 100],
  ];
  for (const [name, count, goal] of rates)
    assert.ok(count <= mostByChance(goal), `${name}: ${count}\n${examples}`);
  const spread = await measureSpread(database, recorder, images, world, 1, 20);
  assert.deepEqual(spread.examples, []);
  const order = await measureOrder(testDatabase, { seed: 2, images: 1_000, day: Date.now() });
  assert.deepEqual(order.examples, []);
});

test('the limits are above the goals by what chance explains', () => {
  assert.deepEqual([0.1, 1, 20, 100].map(mostByChance), [2, 5, 35, 132]);
});
