import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgeMonth } from '../oracle/edge-month.ts';
import { compareFigures } from './compare-figures.ts';

test('profiles of edge cases have the figures that independent code computes from the federal rows', async () => {
  const month = edgeMonth({ seed: 41, carriers: 160, smsDay: '2026-08-31', today: '2026-09-15' });
  const { compared, differences } = await compareFigures(month);
  assert.deepEqual(differences.slice(0, 20), [], `${differences.length} of ${compared} figures differ`);
  assert.ok(compared >= 5_000, `${compared} figures were compared`);
});
