import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../server/test/support/database.ts';
import { measureOrder } from '../simulator/measure-order.ts';
import { goalsOf } from '../simulator/report.ts';
import { simulate } from '../simulator/simulate.ts';
import { measureSpread } from '../simulator/spread.ts';

test('20,000 simulated images meet the goals of the decisions', async () => {
  const database = await testDatabase();
  const { images, world, recorder, verdict } = await simulate(database, { seed: 1, images: 20_000 });
  const spread = await measureSpread(database, recorder, images, world, 1, 20);
  const order = await measureOrder(testDatabase, { seed: 2, images: 1_000 });
  const missed = goalsOf(verdict, spread, order).filter(({ isMet }) => !isMet);
  assert.deepEqual(missed, [], JSON.stringify(verdict.examples, null, 2));
});
