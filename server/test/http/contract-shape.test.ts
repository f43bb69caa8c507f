import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  array,
  differences,
  integer,
  nullable,
  object,
  string,
} from '../support/carriers/contract-fields.ts';

const shape = object({
  name: string,
  count: nullable(integer),
  rows: array(object({ code: string })),
  secret: { ...string, gated: true },
  note: { ...string, optional: true },
});
const right = { name: 'a', count: null, rows: [{ code: 'x' }], secret: 's' };

test('finds no difference in a value that follows the contract', () => {
  assert.deepEqual(differences(right, shape, true), []);
  const { secret: _, ...open } = right;
  assert.deepEqual(differences(open, shape, false), []);
});

test('finds missing, extra, misspelled, mistyped, null and ungated fields', () => {
  const wrong: [object, RegExp][] = [
    [{ ...right, name: undefined }, /name is undefined/],
    [{ count: 1, rows: [], secret: '' }, /name is missing/],
    [{ ...right, extra: 1 }, /extra is not in the contract/],
    [{ ...right, rows: [{ kode: 'x' }] }, /rows\[0\]\.code is missing/],
    [{ ...right, count: 1.5 }, /count is 1.5/],
    [{ ...right, count: '1' }, /count is "1"/],
    [{ ...right, name: null }, /name is null/],
    [{ ...right, rows: {} }, /rows is not an array/],
    [{ ...right, rows: [[]] }, /is not an object/],
  ];
  for (const [value, message] of wrong) assert.match(differences(value, shape, true).join('; '), message);
  assert.match(differences(right, shape, false).join('; '), /secret is present without the permission/);
});
