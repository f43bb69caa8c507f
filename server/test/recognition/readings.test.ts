import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readChassis, readContainers } from '../../src/domain/recognition/readings/container.ts';
import { readLogo } from '../../src/domain/recognition/readings/logo.ts';
import { readMc } from '../../src/domain/recognition/readings/mc.ts';
import { readPermits } from '../../src/domain/recognition/readings/permits.ts';
import { readPlacards } from '../../src/domain/recognition/readings/placards.ts';
import { readFields } from '../../src/domain/recognition/readings/read-fields.ts';
import { readVin } from '../../src/domain/recognition/readings/vin.ts';
import { storedReading } from '../../src/domain/recognition/sighting/view.ts';
import { vinCheckDigit } from '../../src/lib/identifiers/vin-check-digit.ts';
import { readLines } from '../support/recognition/read-lines.ts';
import { imageOf, quadAt, textLines, type Written } from '../support/recognition/text-lines.ts';

const nowhere: ReadonlySet<number> = new Set();

test('reads docket numbers', () => {
  const table: [string, string, string][] = [
    ['MC-1352738', '1352738', 'MC'],
    ['MC# 8859135', '8859135', 'MC'],
    ['MC1352738', '1352738', 'MC'],
    ['M.C. 135273', '135273', 'MC'],
    ['ICC MC 135273', '135273', 'MC'],
    ['I.C.C. MC-135273', '135273', 'MC'],
    ['MC NO. 135273', '135273', 'MC'],
    ['MCNO.135273', '135273', 'MC'],
    ['MC N6. 135273', '135273', 'MC'],
    ['MC 0135273', '135273', 'MC'],
    ['USDOT 2494361 MC 1352738', '1352738', 'MC'],
    ['MX 123456', '123456', 'MX'],
    ['FF-12345', '12345', 'FF'],
    ['MC 1515', '1515', 'MC'],
    ['MCALLEN 135273', '', 'MC'],
    ['MCKINNEY TX', '', 'MC'],
    ['135273', '', 'MC'],
    ['STAFF 123456', '', 'MC'],
  ];
  for (const [text, value, docket] of table) {
    const reading = readMc(textLines(text));
    assert.deepEqual([text, reading.value, reading.docket], [text, value, docket]);
    assert.equal(reading.score, value === '' ? 'N/A' : 'High', text);
  }
  assert.deepEqual(readMc(textLines('MC', '135273')).value, '135273');
  assert.equal(readMc(textLines('MG 135273')).score, 'Medium');
});

test('accepts a full VIN only with a valid check digit', () => {
  const right = readVin(textLines('VIN 1XKYDP9X1JY839405'));
  assert.deepEqual([right.value, right.score, right.isWhole], ['1XKYDP9X1JY839405', 'High', true]);
  assert.equal(readVin(textLines('1XKYDP9X1JY839405')).value, '1XKYDP9X1JY839405');
  assert.equal(readVin(textLines('VIN1XKYDP9X1JY839405')).value, '1XKYDP9X1JY839405');
  assert.equal(readVin(textLines('1XKYDP9X1JY839406')).value, '');
});

test('corrects one confused character of a VIN by the check digit', () => {
  const corrected = readVin(textLines('VIN 1XKYDP9X1JYB39405'));
  assert.deepEqual([corrected.value, corrected.isWhole], ['1XKYDP9X1JY839405', true]);
  assert.equal(corrected.score, 'Medium');
  // No VIN contains I, O or Q.
  assert.equal(readVin(textLines('VIN IXKYDP9X1JY8394O5')).value, '1XKYDP9X1JY839405');
});

test('reads the last eight or six characters of a VIN after a prefix', () => {
  const table: [string, string][] = [
    ['VIN-SP874359', 'SP874359'],
    ['VIN SP874359', 'SP874359'],
    ['VINSP874359', 'SP874359'],
    ['VIN# SP874359', 'SP874359'],
    ['SER NO. SP874359', 'SP874359'],
    ['S/N SP874359', 'SP874359'],
    ['V1N SP874359', 'SP874359'],
    ['VIN SP8743S9', 'SP874359'],
    ['VIN 874359', '874359'],
    ['SP874359', ''],
    ['VIN SP87435', ''],
    ['VINCENT 874359', ''],
    ['SERVICE 874359', ''],
  ];
  for (const [text, value] of table) {
    const reading = readVin(textLines(text));
    assert.deepEqual([text, reading.value, reading.isWhole], [text, value, false]);
  }
  assert.equal(readVin(textLines('VIN', 'SP874359')).value, 'SP874359');
});

test('reads any valid VIN, and never a VIN with a changed digit with High', () => {
  const start = fc.stringMatching(/^[1-5][A-HJ-NPR-Z][A-HJ-NPR-Z][A-HJ-NPR-Z0-9]{5}$/);
  const end = fc.stringMatching(/^[A-HJ-NPR-TV-Y1-9][A-HJ-NPR-Z]\d{6}$/);
  fc.assert(
    fc.property(start, end, (first, last) => {
      const draft = `${first}0${last}`;
      const vin = `${first}${vinCheckDigit(draft)}${last}`;
      assert.equal(readVin(textLines(`VIN ${vin}`)).value, vin);
      const wrong = vin.slice(0, 16) + ((Number(vin[16]) + 1) % 10);
      assert.notEqual(readVin(textLines(wrong)).score, 'High');
    }),
  );
});

test('reads state permits with their kind', () => {
  const read = (text: string) => readPermits(textLines(text)).map(({ kind, value }) => `${kind} ${value}`);
  assert.deepEqual(read('KYU 446502'), ['KYU 446502']);
  assert.deepEqual(read('KYU446502'), ['KYU 446502']);
  assert.deepEqual(read('NY HUT 1234567'), ['NYHUT 1234567']);
  assert.deepEqual(read('TXDMV 006123456'), ['TXDMV 6123456']);
  assert.deepEqual(read('CA# 412345'), ['CA 412345']);
  assert.deepEqual(read('DALLAS TX 75201'), []);
  assert.deepEqual(read('USDOT 538288'), []);
});

const LOGOS = [
  'j.b. hunt',
  'prime',
  'old dominion',
  'saia',
  'stevens transport',
  'knight',
  'crete',
  'great dane',
];
const mark = (...written: (string | Written)[]) => readLogo(textLines(...written), LOGOS, nowhere);

test('finds logos as whole words', () => {
  const table: [string, string][] = [
    ['J.B. HUNT', 'j.b. hunt'],
    ['JB HUNT', 'j.b. hunt'],
    ['J.B.HUNT', 'j.b. hunt'],
    ['Knight', 'knight'],
    ['PRIME INC', 'prime'],
    ['SAIA LTL FREIGHT', 'saia'],
    ['SAlA', 'saia'],
    ['0LD D0MINION', 'old dominion'],
    ['STEVENS TRANSP0RT', 'stevens transport'],
    ['PRIMEWAY', ''],
    ['ASIA', ''],
    ['CONCRETE', ''],
    ['FREIGHT', ''],
    ['EXPRESS', ''],
  ];
  for (const [text, value] of table) assert.deepEqual([text, mark(text).value], [text, value]);
  assert.equal(mark('KNIGHT').score, 'High');
});

test('finds a logo with one or two misread letters at a lower level', () => {
  assert.deepEqual([mark('HEARTLAND').value, mark('0LD DOMINIUN').value], ['', 'old dominion']);
  assert.equal(mark('OLD DOMINIUN').score, 'Medium');
  assert.equal(mark('STEVNS TRANSPRT').score, 'Medium');
  assert.equal(mark('KNIGMF').value, '');
});

test('finds a logo on two lines, and one joined with the trailer number', () => {
  const stacked = mark(
    { text: 'OLD', x: 300, y: 200, height: 90 },
    { text: 'DOMINION', x: 220, y: 300, height: 90 },
  );
  assert.deepEqual([stacked.value, stacked.lines], ['old dominion', [0, 1]]);
  assert.equal(mark('CRETE34149520').value, 'crete');
});

test('finds a logo with characters that are special in regular expressions', () => {
  const [line] = textLines({ text: 'ACME (USA', second: 'BLURRED' });
  assert.ok(line);
  assert.equal(readLogo([line], ['acme (usa'], nowhere).value, 'acme (usa');
});

test('a plate is not a short name with digits for letters', () => {
  const read = (text: string) => readLogo(textLines(text), ['imc'], nowhere).value;
  assert.deepEqual([read('IMC'), read('IMC 820'), read('1MC-820')], ['imc', 'imc', '']);
});

test('prefers the largest logo', () => {
  assert.equal(mark({ text: 'GREAT DANE', height: 14 }, { text: 'KNIGHT', height: 120 }).value, 'knight');
});

test('ignores logos on the door', () => {
  assert.equal(readLogo(textLines('KNIGHT'), LOGOS, new Set([0])).value, '');
});

const placards = (alone: boolean, ...written: (string | Written)[]) =>
  readPlacards(textLines(...written), nowhere, alone).map(({ value }) => value);

test('reads hazmat placards', () => {
  assert.deepEqual(placards(false, 'UN 1203'), ['1203']);
  assert.deepEqual(placards(false, 'UN1993'), ['1993']);
  assert.deepEqual(placards(false, '1203', 'FLAMMABLE'), ['1203']);
  assert.deepEqual(
    placards(false, { text: '1203', x: 500, y: 500, height: 30 }, { text: '3', x: 522, y: 545 }),
    ['1203'],
  );
  assert.deepEqual(
    placards(false, { text: '33', x: 520, y: 466, height: 30 }, { text: '1203', x: 500, y: 500, height: 30 }),
    ['1203'],
  );
  assert.deepEqual(placards(true, '1203'), ['1203']);
  assert.deepEqual(placards(false, '1203'), []);
  assert.deepEqual(placards(true, '1101'), []);
  assert.deepEqual(placards(true, '0999', '4321', '12345'), []);
  assert.deepEqual(placards(false, 'UN 1203', 'UN 1203', 'NA 1993'), ['1203', '1993']);
});

test('prefers the longer of two matching logos, and ignores words with the same start', () => {
  const long = ['stevens', 'stevens transport', 'heartland', 'heartland express', 'apl', 'evergreen', 'dart'];
  const longest = (...written: (string | Written)[]) => readLogo(textLines(...written), long, nowhere);
  assert.equal(longest('STEVENS TRANSPORT').value, 'stevens transport');
  assert.equal(longest('STEVENS').value, 'stevens');
  assert.equal(longest('HEARTLAND').value, 'heartland');
  assert.equal(
    longest({ text: 'HEARTLAND', height: 80 }, { text: 'EXPRESS', height: 60 }).value,
    'heartland express',
  );
  assert.equal(longest('EVERGREEN TREE NURSERY').score, 'Low');
  assert.equal(longest('APPLE').value, '');
  assert.equal(longest('DARTMOUTH').value, '');
});

test('reads container numbers only with the right check digit', () => {
  const table: [(string | Written)[], string, string][] = [
    [['CSQU3054383'], 'CSQU3054383', 'High'],
    [['CSQU 305438 3'], 'CSQU3054383', 'High'],
    [['CSQU 305438 3 22G1'], 'CSQU3054383', 'High'],
    [['CSQU', '305438 3'], 'CSQU3054383', 'Medium'],
    [['CSQU 305438', { text: '3', x: 260, y: 100 }], 'CSQU3054383', 'Medium'],
    // O and 0 by position.
    [['C5QU 3O54383'], 'CSQU3054383', 'Medium'],
    [[{ text: 'CSQU3054383', second: 'CSQU3054388' }], 'CSQU3054383', 'Low'],
    [['CSQU3054384'], '', 'N/A'],
    [['CSQU305438'], '', 'N/A'],
    [['CSQU', { text: '3054383', x: 900, y: 700 }], '', 'N/A'],
  ];
  for (const [lines, value, score] of table) {
    const [reading] = readContainers(textLines(...lines));
    assert.deepEqual([lines, reading?.value ?? '', reading?.score ?? 'N/A'], [lines, value, score]);
  }
});

test('reads chassis numbers, which have no check digit', () => {
  const [chassis] = readChassis(textLines('TSXZ 412345'));
  assert.deepEqual([chassis?.value, chassis?.score], ['TSXZ412345', 'High']);
  assert.equal(readChassis(textLines('CHASSIS NO. TSXZ-412345'))[0]?.value, 'TSXZ412345');
  assert.deepEqual(readChassis(textLines('TSXU 412345', 'TSXZ 4123')), []);
});

test('uses the container number as the trailer number, and never a misread one above Low', () => {
  const read = (...lines: string[]) => readFields(imageOf(textLines(...lines)), { logos: [] });
  const { equipment_number: trailerNumber, containers, chassis } = read('CSQU 305438 3', 'TSXZ 412345');
  assert.deepEqual([trailerNumber.value, trailerNumber.score], ['CSQU3054383', 'High']);
  assert.deepEqual([containers.length, chassis[0]?.value], [1, 'TSXZ412345']);
  assert.equal(read('CSQU3054384').equipment_number.score, 'Low');
  assert.equal(read('TSXZ 412345').equipment_number.value, 'TSXZ412345');
});

test('stores the confidence of each character of a field with three decimals, and none of the names in lists', () => {
  const texts = ['USDOT 1234567', 'BLUE MESA FREIGHT'];
  const reading = readLines(texts.map((text) => ({ text, confidence: 0.98765432 })));
  const { fields, lines } = storedReading(reading, readFields(reading, { logos: [] }));
  assert.deepEqual(fields.usdot_number.characters, Array(7).fill(0.988));
  assert.deepEqual(fields.names[0]?.characters, []);
  assert.equal(lines[0]?.confidence, 0.988);
});

test('reads two words of a logo as one when their frames overlap', () => {
  const lines = textLines(
    { text: 'BLUE', x: 558, y: 384, height: 135 },
    { text: 'MESA', x: 970, y: 384, height: 135 },
  );
  const [blue, mesa] = lines;
  if (!blue || !mesa) throw new Error('no lines');
  blue.quad = quadAt(558, 384, 493, 135);
  mesa.quad = quadAt(970, 383, 588, 137);
  assert.equal(readFields(imageOf(lines), { logos: ['blue mesa'] }).equipment_logo.value, 'blue mesa');
});
