import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { vinModelYear } from '../../src/lib/identifiers/vin-model-year.ts';

const now = new Date('2026-11-15');

suite('the model year of heavy vehicles', () => {
  const cases: [string, string | null, number | null][] = [
    ['15GGB2713N3197957', '2025-03-01', 2022],
    ['1XKYDP9X3GJ473982', null, 2016],
    ['1XKYDP9X3GJ473982', '2005-06-01', 1986],
    ['1UYVS2538HU000000', null, 2017],
    ['1JJV532D8KL000000', null, 2019],
    ['1XKYDP9X3VJ473982', null, 2027],
    ['1XKYDP9X3WJ473982', null, 1998],
    ['1XKYDP9X31J473982', null, 2001],
    ['1XKYDP9X39J473982', null, 2009],
    ['1XKYDP9X3AJ473982', null, 2010],
    ['1XKYDP9X3AJ473982', '2009-12-31', 2010],
    ['1XKYDP9X3AJ473982', '2008-12-31', 1980],
    ['1XKYDP9X3AJ473982', '1978-01-01', null],
    ['1XKYDP9X3UJ473982', null, null],
    ['1XKYDP9X30J473982', null, null],
    ['GJ473982', null, null],
    ['', null, null],
  ];
  for (const [vin, seen, year] of cases) {
    test(`${vin || 'an empty VIN'}, first seen ${seen ?? 'at an unknown date'}: ${year ?? 'unknown'}`, () => {
      assert.equal(vinModelYear(vin, now, seen ? new Date(seen) : null), year);
    });
  }
});
