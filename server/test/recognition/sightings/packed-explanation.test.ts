import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Explanation } from '../../../src/domain/recognition/sighting/compose-sighting.ts';
import {
  packExplanation,
  unpackExplanation,
} from '../../../src/domain/recognition/sighting/packed-explanation.ts';

const SEEN = '2026-05-04T10:11:12.345Z';
const SAMPLES: Record<string, Explanation> = {
  'nothing but the views': {
    ...{ outcome: 'nothing read', witnesses: undefined, carrier_name: undefined, rows: undefined },
    ...{ conflicts: undefined, imputed: undefined, shows: ['cab', 'unknown'], plate_confidence: undefined },
  },
  everything: {
    outcome: 'confirmed',
    witnesses: ['name', 'docket', 'place'],
    carrier_name: 'ACME ROCKETS LLC',
    rows: [
      { table: 'carrier_dockets', key: 'census 1234567 MC529015', seen_at: null },
      { table: 'observations', key: '1031', seen_at: SEEN, region: 'TX' },
      { table: 'observations', key: '', seen_at: SEEN, region: '' },
    ],
    conflicts: [{ field: 'name', value: 'OTHER INC', usdot_numbers: ['5000068', '5000069'] }],
    imputed: [
      {
        ...{ field: 'vin', value: '1XKYDP9X3GJ473982', rule: 'vin-by-plate', weight: 1.238, agreement: 0.9 },
        rows: [{ table: 'inspections', key: '1234567 900006530', seen_at: SEEN }],
      },
    ],
    shows: ['side'],
    plate_confidence: 0.9512,
  },
};
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

for (const [name, explanation] of Object.entries(SAMPLES))
  test(`a packed explanation is the same after it is unpacked: ${name}`, () => {
    const stored = plain(packExplanation(explanation));
    assert.deepEqual(plain(unpackExplanation(stored)), plain(explanation));
  });

test('a packed explanation takes at most 70 percent of the bytes', () => {
  const { everything } = SAMPLES as { everything: Explanation };
  const [packed, whole] = [JSON.stringify(packExplanation(everything)), JSON.stringify(everything)];
  assert.ok(packed.length <= whole.length * 0.7, `${packed.length} of ${whole.length}`);
});
