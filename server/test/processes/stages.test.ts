import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runStages } from '../../src/stages/run-stages.ts';
import { silent } from '../support/cluster.ts';
import { eventually } from '../support/milepost.ts';

test('a woken stage with gatherMs runs one round for several wake-ups', async () => {
  let rounds = 0;
  let wake = () => {};
  const stages = runStages(
    [
      {
        name: 'gathering',
        everyMs: 3_600_000,
        gatherMs: 100,
        onWake: (one) => {
          wake = one;
        },
        async run() {
          rounds++;
          return false;
        },
      },
    ],
    silent,
  );
  await eventually('the first round', async () => rounds === 1);
  for (let n = 0; n < 20; n++) {
    wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually('a second round', async () => rounds === 2);
  await stages.stop();
  assert.equal(rounds, 2);
});
