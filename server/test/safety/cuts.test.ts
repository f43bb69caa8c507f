import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutNeighbors, cutsAfterChange } from '../../src/domain/safety/sms/cut-neighbors.ts';
import { cutsOf } from '../../src/domain/safety/sms/percentiles.ts';

const group = fc.array(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 400, size: 'max' });

test('cuts after a change equal the cuts of the changed group', () => {
  fc.assert(
    fc.property(
      group,
      fc.nat(),
      fc.boolean(),
      fc.option(fc.integer({ min: -1, max: 81 })),
      (values, at, leaves, come) => {
        const sorted = Float64Array.from(values).sort();
        const place = at % sorted.length;
        const gone = leaves ? (sorted[place] as number) : null;
        const rest = [...sorted.filter((_, i) => !leaves || i !== place), ...(come === null ? [] : [come])];
        assert.deepEqual(
          cutsAfterChange(cutNeighbors(sorted), sorted.length, gone, come),
          cutsOf(Float64Array.from(rest).sort()),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});
