import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PackedJson } from '../../src/lib/bytes/packed-json.ts';

const packed = new PackedJson([
  { name: 'plate', kind: 'text' },
  { name: 'seen', kind: 'time' },
  { name: 'latitude', kind: 'number' },
  { name: 'city', kind: 'text' },
]);
type Row = { plate: string; seen: Date; latitude: number | null; city: string };
const pack = (rows: Row[]) =>
  rows
    .map(({ plate, seen, latitude, city }) =>
      [plate, seen.getTime() / 1_000, latitude ?? '', city].join('\u001f'),
    )
    .join('\u001e');
const read = (rows: Row[]) => packed.read(pack(rows))?.json.toString() ?? null;

const row = (text: fc.Arbitrary<string>) =>
  fc.record({
    plate: text,
    seen: fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    latitude: fc.option(fc.integer({ min: -9_000, max: 9_000 }).map((n) => n / 100)),
    city: text,
  });

test('rows come out as JSON.stringify would write them, plain or not', () => {
  for (const text of [
    fc.string({ unit: 'grapheme-ascii' }),
    fc.string({ unit: 'binary' }).filter((one) => !one.includes('\u001e') && !one.includes('\u001f')),
  ])
    fc.assert(
      fc.property(fc.array(row(text), { maxLength: 12 }), (rows) => {
        assert.equal(read(rows), JSON.stringify(rows));
        assert.equal(packed.read(pack(rows))?.rows, rows.length);
      }),
      { numRuns: 500 },
    );
});

test('a separating sign inside of a text is noticed', () => {
  const one = { plate: 'A', seen: new Date(0), latitude: 1, city: 'B' };
  for (const sign of ['\u001e', '\u001f'])
    for (const where of ['plate', 'city'])
      assert.equal(read([one, { ...one, [where]: `x${sign}y` }, one]), null, JSON.stringify([sign, where]));
});
