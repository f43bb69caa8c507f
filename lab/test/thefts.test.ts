import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../server/test/support/database.ts';
import { FALSE_GOAL, FOUND_GOAL, measureThefts } from '../accuracy/thefts.ts';

/** `npm run accuracy -- --thefts 500` is the measurement. */
test('the files of stolen vehicles have their misread sightings, and none of other vehicles', async () => {
  const result = await measureThefts(await testDatabase(), { seed: 3, thefts: 25, vehicles: 500 });
  assert.ok(result.later >= 90, `${result.later} planted`);
  assert.ok(result.found / result.later >= FOUND_GOAL, `${result.found} of ${result.later}`);
  assert.ok(result.wrong / result.files <= FALSE_GOAL, `${result.wrong} wrong`);
});
