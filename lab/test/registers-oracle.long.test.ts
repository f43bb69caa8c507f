import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../server/test/support/database.ts';
import { firstUsdots } from '../oracle/register-cases.ts';
import { compareRegisters } from './compare-registers.ts';

const SEED = 28_002;

test('insurance and authority of 1,200 generated carriers equal those of plain code', async () => {
  const { figures } = await compareRegisters(await testDatabase(), SEED, firstUsdots(1_200));
  assert.ok(figures > 100_000, `${figures} figures`);
});
