import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PackedRows } from '../../src/domain/observations/packed-rows.ts';
import { encodeJson } from '../../src/http/encode/encode-json.ts';

const fields = [
  { name: 'plate', kind: 'text' },
  { name: 'seen', kind: 'time' },
  { name: 'latitude', kind: 'number' },
  { name: 'is_imputed', kind: 'boolean' },
  { name: 'city', kind: 'text' },
] as const;
type Row = { plate: string; seen: Date; latitude: number | null; is_imputed: boolean; city: string };

const pack = (rows: Row[]) =>
  rows
    .map(({ plate, seen, latitude, is_imputed, city }) =>
      [plate, seen.getTime() / 1_000, latitude ?? '', is_imputed ? 't' : 'f', city].join('\u001f'),
    )
    .join('\u001e');

const row = (text: fc.Arbitrary<string>): fc.Arbitrary<Row> =>
  fc.record({
    plate: text,
    seen: fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    latitude: fc.option(fc.integer({ min: -9_000, max: 9_000 }).map((n) => n / 100)),
    is_imputed: fc.boolean(),
    city: text,
  });

const texts = {
  'plain ASCII': fc.string({ unit: 'grapheme-ascii' }),
  'any characters': fc
    .string({ unit: 'binary' })
    .filter((text) => !text.includes('\u001e') && !text.includes('\u001f')),
};

for (const [name, text] of Object.entries(texts)) {
  test(`encodes packed rows like JSON.stringify: ${name}`, () => {
    fc.assert(
      fc.property(fc.array(row(text), { maxLength: 12 }), (rows) => {
        const packed = PackedRows.read(fields, pack(rows), rows.length);
        assert.ok(packed);
        assert.equal(encodeJson(packed).toString(), JSON.stringify(rows));
        const page = { detail: [Object.freeze({ name: 'é' })], rows, total: rows.length, image: undefined };
        assert.equal(encodeJson({ ...page, rows: packed }).toString(), JSON.stringify(page));
      }),
      { numRuns: 500 },
    );
  });
}

test('encodes any JSON value like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'medium' }), (value) => {
      assert.equal(encodeJson(value).toString(), JSON.stringify(value));
    }),
    { numRuns: 500 },
  );
});

test('encodes a frozen object again after the first time', () => {
  const detail = Object.freeze({ legal_name: 'ACME "Ü"', rate: 0.5 });
  for (const _ of [1, 2]) assert.equal(encodeJson([detail]).toString(), JSON.stringify([detail]));
});

test('rejects packed rows when a value contains a separator or when the number of rows differs', () => {
  const one = { plate: 'A', seen: new Date(0), latitude: 1, is_imputed: true, city: 'B' };
  for (const separator of ['\u001e', '\u001f']) {
    for (const name of ['plate', 'city']) {
      const rows = [one, { ...one, [name]: `x${separator}y` }, one];
      assert.equal(PackedRows.read(fields, pack(rows), 3), null, JSON.stringify([separator, name]));
    }
  }
  // A row is missing, and a separator in a text makes up for it.
  assert.equal(PackedRows.read(fields, pack([one, { ...one, city: 'x\u001ey' }]), 3), null);
  assert.equal(PackedRows.read(fields, pack([one, one]), 3), null);
  assert.equal(PackedRows.read(fields, '', 1), null);
});
