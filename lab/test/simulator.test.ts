import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../server/test/support/database.ts';
import { measureOrder } from '../simulator/measure-order.ts';
import { goalsOf } from '../simulator/report.ts';
import { simulate } from '../simulator/simulate.ts';
import { measureSpread } from '../simulator/spread.ts';

test('simulated traffic is recorded with the right carriers, and mistakes can be undone', async () => {
  const database = await testDatabase();
  const { images, world, recorder, verdict } = await simulate(database, {
    seed: 3,
    images: 400,
    day: Date.now(),
  });
  const { High, Medium } = verdict.carriers;
  assert.deepEqual([High.wrong, Medium.wrong, verdict.merged], [0, 0, 0], JSON.stringify(verdict.examples));
  assert.ok(High.right > verdict.sightings / 3, 'the simulation reads numbers');
  assert.ok(verdict.carriers.imputed.right > 0, 'the simulation infers carriers');
  const spread = await measureSpread(database, recorder, images, world, 3, 8);
  assert.deepEqual(spread.examples, []);
});

test('the order of arrival does not change the decisions', async () => {
  const order = await measureOrder(testDatabase, { seed: 4, images: 150, day: Date.now() });
  assert.deepEqual(order.differing, { 'by time': 0, reversed: 0, shuffled: 0 }, order.examples.join('\n'));
});

test('a verdict that misses a goal is reported', async () => {
  const wrong = { right: 10, wrong: 1 };
  const none = { right: 0, wrong: 0 };
  const verdict = {
    ...{ images: 20, sightings: 11, passes: 11, merged: 1, split: 0, caught: 0 },
    carriers: { High: wrong, Medium: none, Low: none, imputed: none },
    unknown: { all: 0, knowable: 0 },
    examples: { wrongHigh: [], wrongMedium: [], wrongImputed: [], merged: [], split: [] },
  };
  const missed = goalsOf(verdict, null, null).flatMap(({ name, isMet }) => (isMet ? [] : [name]));
  assert.deepEqual(missed, ['wrong carrier at High', 'two trucks merged']);
});
