import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields } from '../../../src/domain/recognition/readings/read-fields.ts';
import { packReading, unpackReading } from '../../../src/domain/recognition/sighting/packed-reading.ts';
import { storedReading } from '../../../src/domain/recognition/sighting/view.ts';
import { readLines, type ScriptedLine } from '../../support/recognition/read-lines.ts';

const PLATE = { number: 'ABC123', state: 'OK', confidence: 0.9512 };
const read = (lines: ScriptedLine[], plate?: typeof PLATE) => {
  const reading = readLines(lines);
  return storedReading(
    reading,
    readFields(reading, plate ? { logos: ['acme'], plate } : { logos: ['acme'] }),
  );
};
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

const SAMPLES = {
  nothing: read([]),
  door: read(['ACME ROCKETS LLC', 'TULSA OK', 'USDOT 1234567', 'MC 529015', 'UNIT 105', 'KYU 446502'], PLATE),
  doubtful: read([
    { text: 'USDOT 1234567', confidence: 0.61 },
    { text: 'VIN 1XKYDP9X3GJ473982', second: null },
  ]),
  'Mexican docket, container, placard': read(['MX 123456', 'MSCU 123456 6', '1203', 'ACME'], PLATE),
  'slanted text': read([
    { text: 'USDOT 1234567', turned: 7.3 },
    { text: 'UNIT 105', turned: -3 },
  ]),
  'a VIN and its last characters': read(['VIN 1XKYDP9X3GJ473982', 'VIN 473982'], PLATE),
  'whole image': { ...read(['HOW IS MY DRIVING']), isWhole: true },
};

for (const [name, reading] of Object.entries(SAMPLES))
  test(`a packed reading is the same after it is unpacked: ${name}`, () => {
    const stored = plain(packReading(reading));
    assert.deepEqual(plain(unpackReading(stored)), plain(reading));
  });

test('a packed reading takes at most 25 percent of the bytes, and its corners are whole pixels', () => {
  const { door } = SAMPLES;
  const [packed, whole] = [JSON.stringify(packReading(door)), JSON.stringify(door)];
  assert.ok(packed.length <= whole.length * 0.25, `${packed.length} of ${whole.length}`);
  const corners = door.lines.flatMap(({ quad }) => quad.flat());
  assert.equal(corners.length, door.lines.length * 8);
  assert.ok(corners.every(Number.isInteger));
});

test('a field has its lowest confidence and the mean of the others, which decide', () => {
  const reading = readLines(['USDOT 1234567']);
  const [line] = reading.lines as [(typeof reading.lines)[number]];
  const characters = Array.from(line.text, (_, i) => 0.9 + i / 200);
  const varied = { ...reading, lines: [{ ...line, characters, second: { ...line, characters } }] };
  const before = readFields(varied, { logos: [] });
  const { usdot_number } = unpackReading(plain(packReading(storedReading(varied, before)))).fields;
  const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  assert.equal(before.usdot_number.characters.length, 7);
  assert.equal(new Set(before.usdot_number.characters).size, 7);
  assert.equal(Math.min(...usdot_number.characters), Math.min(...before.usdot_number.characters));
  assert.ok(Math.abs(mean(usdot_number.characters) - mean(before.usdot_number.characters)) < 0.001);
});

test('characters that are not one for each of the value are kept as they are', () => {
  const { door } = SAMPLES;
  for (const characters of [[], [0.9], [0.9, 0.95], [0.9, 0.95, 0.97]]) {
    const cab_number = { ...door.fields.cab_number, characters };
    const reading = { ...door, fields: { ...door.fields, cab_number } };
    assert.deepEqual(unpackReading(plain(packReading(reading))).fields.cab_number.characters, characters);
  }
});
