import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../server/test/support/database.ts';
import { measureOrder } from '../simulator/measure-order.ts';
import { goalsOf } from '../simulator/report.ts';
import { simulate } from '../simulator/simulate.ts';
import { measureSpread } from '../simulator/spread.ts';

/** Two goals are not met yet (docs/accuracy.md). These limits keep what is reached. */
const MOST_WRONG_AT_HIGH = 10;
const MOST_SPLIT_SHARE = 0.02;

test('20,000 simulated images stay within the limits of the decisions', async () => {
  const database = await testDatabase();
  const { images, world, recorder, verdict } = await simulate(database, { seed: 1, images: 20_000 });
  const spread = await measureSpread(database, recorder, images, world, 1, 20);
  const order = await measureOrder(testDatabase, { seed: 2, images: 1_000 });
  const open = ['wrong carrier at High', 'one truck split'];
  const missed = goalsOf(verdict, spread, order).filter(({ name, isMet }) => !isMet && !open.includes(name));
  const examples = JSON.stringify(verdict.examples, null, 2);
  assert.deepEqual(missed, [], examples);
  assert.ok(verdict.carriers.High.wrong <= MOST_WRONG_AT_HIGH, examples);
  assert.ok(verdict.split <= verdict.passes * MOST_SPLIT_SHARE, examples);
});
