import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../server/test/support/database.ts';
import { compareRegisters } from './compare-registers.ts';

test('insurance and authority of generated carriers equal those of plain code, today and on earlier days', async () => {
  const { figures, words } = await compareRegisters(await testDatabase(), 28_001, 120);
  assert.ok(figures > 10_000, `${figures} figures`);
  for (const word of ['Active', 'Pending cancellation', 'Inactive', 'Not required', 'Unknown', 'None'])
    assert.ok((words.get(word) ?? 0) >= 20, `${word}: ${words.get(word)}`);
});
