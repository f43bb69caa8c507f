import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vinCheckDigit } from '../../src/lib/identifiers/vin-check-digit.ts';

test('computes the check digit of a VIN', () => {
  assert.equal(vinCheckDigit('1M8GDM9AXKP042788'), 'X');
  assert.equal(vinCheckDigit('1M8GDM9A1KP042788'), 'X');
});
