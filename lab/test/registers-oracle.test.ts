import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../server/test/support/database.ts';
import { firstUsdots } from '../oracle/register-cases.ts';
import { compareRegisters } from './compare-registers.ts';

test('insurance and authority of generated carriers equal those of plain code, today and on earlier days', async () => {
  const { figures, words } = await compareRegisters(await testDatabase(), 28_001, firstUsdots(120));
  assert.ok(figures > 10_000, `${figures} figures`);
  for (const word of ['Active', 'Pending cancellation', 'Inactive', 'Not required', 'Unknown', 'None'])
    assert.ok((words.get(word) ?? 0) >= 20, `${word}: ${words.get(word)}`);
});

test('an end that the first archived file did not have is not known before it, in plain code too', async () => {
  // A policy of the legacy file that Motus lists later, with an end in the past that only its last file has.
  await compareRegisters(await testDatabase(), 28_002, [5_100_898]);
});
