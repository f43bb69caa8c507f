import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateCode } from '../../server/src/lib/identifiers/state-code.ts';
import { drawStatePlateScene, platedStates } from '../scenes/state-plate.ts';

test('there are plates of all states, of the District of Columbia, and of the provinces and territories of Canada', () => {
  assert.equal(new Set(platedStates).size, 50 + 1 + 13);
  for (const state of platedStates) assert.equal(stateCode(state), state);
});

test('the states take turns, and a plate has a number in a format of its state', async () => {
  const first = platedStates.indexOf((await drawStatePlateScene(64, 0)).state);
  const { state, plate } = await drawStatePlateScene(64, 1);
  assert.equal(state, platedStates[(first + 1) % platedStates.length]);
  assert.match(plate, /^[A-Z0-9]{4,8}$/);
});
