import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgeMonth } from '../oracle/edge-month.ts';
import { compareFigures } from './compare-figures.ts';

const MONTHS = [
  { seed: 1_001, carriers: 1_300, smsDay: '2026-10-30', today: '2026-11-18' },
  { seed: 2_002, carriers: 700, smsDay: '2026-02-28', today: '2026-02-28' },
  { seed: 3_003, carriers: 400, smsDay: '2024-02-29', today: '2024-03-31' },
];

test('more than 100,000 figures of edge cases agree with independent code', async (t) => {
  let total = 0;
  for (const options of MONTHS) {
    const { compared, differences } = await compareFigures(edgeMonth(options));
    assert.deepEqual(differences.slice(0, 20), [], `seed ${options.seed}: ${differences.length} differ`);
    total += compared;
  }
  t.diagnostic(`${total} figures were compared`);
  assert.ok(total >= 100_000, `${total} figures were compared`);
});
