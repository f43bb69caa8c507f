import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CONFUSABLE_DIGITS,
  IN_NUMBERS,
  IN_USDOT,
  IN_VINS,
  IN_WORDS,
  NEVER_IN_VINS,
  ON_PLATES,
  substituter,
  TOLERATED,
} from '../../src/lib/identifiers/confusable.ts';

const ALL = 'ABDGILOQSTVZ0123456789|!$';
const replaced = (table: Readonly<Record<string, string>>) => substituter(table)(ALL);

test('each use replaces only the characters that it confuses', () => {
  assert.equal(replaced(TOLERATED), 'A8DG110Q5TV20123456789|!$');
  assert.equal(replaced(ON_PLATES), 'A80G11005TV20123456789|!$');
  assert.equal(replaced(IN_NUMBERS), 'A80G11005TV20123456789115');
  assert.equal(replaced(NEVER_IN_VINS), 'ABDG1L00STVZ01234567891!$');
  assert.equal(replaced(IN_VINS), '4806I1OQ57V20123456789|!$');
});

test('inside a word, digits and look-alikes become letters', () => {
  assert.equal(replaced(IN_WORDS), 'ABDGIIOOSTUZOIZ34S67B9I!$');
  assert.equal(replaced(IN_USDOT), 'ABDGILOOSTUZO1234S67S9|!S');
});

test('two digits that readers confuse are listed for both', () => {
  for (const [digit, others] of Object.entries(CONFUSABLE_DIGITS)) {
    for (const other of others) assert.ok(CONFUSABLE_DIGITS[other]?.includes(digit), digit + other);
  }
});
