import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readUsdot } from '../../src/domain/recognition/readings/usdot.ts';
import { textLines, type Written } from '../support/recognition/text-lines.ts';

const read = (...written: (string | Written)[]) => readUsdot(textLines(...written));

test('reads every spelling of the prefix', () => {
  const table: [string, string][] = [
    ['USDOT 538288', '538288'],
    ['USDOT538288', '538288'],
    ['US DOT # 538288', '538288'],
    ['US DOT#538288', '538288'],
    ['U.S. D.O.T. 538288', '538288'],
    ['U.S.D.O.T. No. 538288', '538288'],
    ['U.S. DOT 538288', '538288'],
    ['DOT No. 538288', '538288'],
    ['DOT 538288', '538288'],
    ['D.O.T. 538288', '538288'],
    ['USDOT: 538288', '538288'],
    ['USDOT-2494361', '2494361'],
    ['USDOT NUMBER 538288', '538288'],
    ['USDOT NO 538288', '538288'],
    ['USDOTNO.538288', '538288'],
    ['Usdot 538288', '538288'],
    ['US DOT 0456781', '456781'],
    ['USDOT 00012345', '12345'],
    ['USDOT#1,234,567', '1234567'],
    ['U S D O T 5 3 8 2 8 8', '538288'],
    ['DOT2494361/MC1352738', '2494361'],
    ['MC 1352738 USDOT 2494361', '2494361'],
    ['JCA TRUCKING LLC USDOT 2494361', '2494361'],
    ['DOT 538288TX', '538288'],
    ['USDOT 4455', '4455'],
  ];
  for (const [text, usdot] of table) {
    const reading = read(text);
    assert.deepEqual([text, reading.value, reading.score], [text, usdot, 'High']);
  }
});

test('accepts misread prefixes, and lowers the level for a wrong letter', () => {
  const table: [string, string, string][] = [
    ['USD0T 538288', '538288', 'High'],
    ['U5DOT 538288', '538288', 'High'],
    ['U5D0T538288', '538288', 'High'],
    ['VSDOT 538288', '538288', 'High'],
    ['SDOT 538288', '538288', 'Medium'],
    ['USDT 538288', '538288', 'Medium'],
    ['USDO7538288', '538288', 'Medium'],
    ['USOOT 538288', '538288', 'Medium'],
    ['JSDOT 538288', '538288', 'Medium'],
    ['UUSDOT 538288', '538288', 'Low'],
  ];
  for (const [text, ...expected] of table) {
    const { value, score } = read(text);
    assert.deepEqual([text, value, score], [text, ...expected]);
  }
});

test('rates a number with fewer than four digits as Low', () => {
  assert.deepEqual([read('USDOT 740').value, read('USDOT 740').score], ['740', 'Low']);
});

test('ignores other numbers and words', () => {
  for (const text of [
    'TX DOT 538288',
    'TXDOT 538288',
    'NYS DOT 538288',
    'MS DOT 123456',
    'DOTHAN 538288',
    'LOT 4455',
    'USPS 538288',
    'SPOT 538288',
    'GVW 80,000',
    '538288',
    'USDOT',
    'USDOT 0000',
    'USDOT 123456789',
    'USDOT SAFETY 1ST',
    'CALL 800-555-0142',
  ])
    assert.equal(read(text).value, '', text);
});

test('replaces letters only inside a number, and never with High', () => {
  assert.deepEqual([read('USDOT 5382B8').value, read('USDOT 5382B8').score], ['538288', 'Medium']);
  assert.equal(read('USDOT 53O288').value, '530288');
  assert.equal(read('USDOT I538288').value, '1538288');
  assert.equal(read('USDOT SOIL').value, '');
  assert.equal(read('USDOT BOISE ID').value, '');
});

test('finds the number beside or below its prefix', () => {
  const beside = read({ text: 'USDOT', x: 100, y: 100 }, { text: '538288', x: 165, y: 101 });
  assert.deepEqual([beside.value, beside.score, beside.lines], ['538288', 'High', [0, 1]]);
  const under = read('US DOT #', '538288');
  assert.deepEqual([under.value, under.score], ['538288', 'High']);
  const turned = read(
    { text: 'US DOT', x: 300, y: 300, turned: 30 },
    { text: '538288', x: 285, y: 326, turned: 30 },
  );
  assert.equal(turned.value, '538288');
  const far = read({ text: 'USDOT', x: 100, y: 100 }, { text: '538288', x: 700, y: 100 });
  assert.equal(far.value, '');
});

test('does not include an adjacent number', () => {
  const inOneStrip = read('USDOT 678449 43');
  assert.deepEqual([inOneStrip.value, inOneStrip.score], ['678449', 'Medium']);
  assert.deepEqual(inOneStrip.alternatives, ['67844943']);
  const twoLines = read({ text: 'USDOT 678449', x: 100, y: 100 }, { text: '434', x: 250, y: 100 });
  assert.deepEqual([twoLines.value, twoLines.score], ['678449', 'High']);
  // Eight-digit numbers are not assigned yet, so this one may include an adjacent number.
  assert.equal(read('USDOT 67844943').score, 'Medium');
});

test('rates a number Low when another one is equally near', () => {
  const reading = read(
    { text: 'USDOT', x: 100, y: 100 },
    { text: '434', x: 180, y: 100 },
    { text: '538288', x: 100, y: 125 },
  );
  assert.equal(reading.score, 'Low');
  assert.ok([reading.value, ...reading.alternatives].includes('538288'));
});

test('joins a number that is split by spaces, but never with High', () => {
  const reading = read('US.DOT 153 6938');
  assert.deepEqual([reading.value, reading.score, reading.alternatives], ['1536938', 'Medium', ['153']]);
  assert.deepEqual([read('USDOT 1 234 567').value, read('USDOT 1 234 567').score], ['1234567', 'Medium']);
});

test('derives the level from both readers', () => {
  const table: [Partial<Written>, string, string][] = [
    [{ confidence: 0.97, secondConfidence: 0.97 }, '538288', 'High'],
    [{ confidence: 0.91, secondConfidence: 0.8 }, '538288', 'High'],
    [{ confidence: 0.89, secondConfidence: 0.89 }, '538288', 'Medium'],
    [{ confidence: 0.97, secondConfidence: 0.79 }, '538288', 'Medium'],
    [{ confidence: 0.97, second: 'USDOT 538283' }, '538288', 'Low'],
    [{ confidence: 0.7, second: 'USDOT 538283', secondConfidence: 0.95 }, '538283', 'Low'],
    [{ confidence: 0.97, second: null }, '538288', 'Low'],
    [{ confidence: 0.6, second: null }, '538288', 'Low'],
    [{ confidence: 0.59, second: null }, '', 'N/A'],
    [{ confidence: 0.6, secondConfidence: 0.6 }, '538288', 'Medium'],
    [{ confidence: 0.7, secondConfidence: 0.4 }, '538288', 'Low'],
    [{ confidence: 0.55, secondConfidence: 0.55 }, '', 'N/A'],
  ];
  for (const [line, value, score] of table) {
    const reading = read({ text: 'USDOT 538288', ...line });
    assert.deepEqual([line, reading.value, reading.score], [line, value, score]);
  }
});

test('keeps the other reader’s value as an alternative', () => {
  const reading = read({ text: 'USDOT 538288', second: 'USDOT 538283' });
  assert.deepEqual(reading.alternatives, ['538283']);
});

test('counts agreement on the number when one reader misreads the prefix', () => {
  assert.equal(read({ text: 'USDOT 538288', second: 'UBOOT538288' }).score, 'High');
  assert.equal(read({ text: 'WSLOT 538288', second: 'USDOT 538288' }).score, 'High');
  assert.equal(read({ text: 'USDOT 538288', second: 'UBOOT1538288' }).score, 'Low');
});

test('is not High with one uncertain digit', () => {
  const [line] = textLines('USDOT 538288');
  assert.ok(line);
  line.characters[9] = 0.7;
  assert.equal(readUsdot([line]).score, 'Medium');
});

test('reads any number with any spelling among other lines', () => {
  const prefix = fc.constantFrom('USDOT ', 'US DOT #', 'U.S. DOT ', 'DOT No. ', 'USDOT:', 'USD0T', 'USDOT-');
  const number = fc.integer({ min: 1_000, max: 9_999_999 });
  const noise = fc.constantFrom(
    'GVW 80,000',
    'MC 123456',
    'KYU 446502',
    'TOLEDO, OH',
    '(555) 555-0142',
    '932',
  );
  fc.assert(
    fc.property(prefix, number, fc.array(noise, { maxLength: 4 }), (before, value, others) => {
      const reading = read(...others, `${before}${value}`, ...others);
      assert.deepEqual([reading.value, reading.score], [String(value), 'High']);
    }),
  );
});

test('returns a valid number or nothing for any text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'USDOTNO.#:- 0123456789BIZ|$§ß'), maxLength: 24 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
      const { value, characters } = read(...texts);
      assert.match(value, /^([1-9]\d{1,7})?$/);
      assert.equal(characters.length, value.length);
    }),
  );
});

test('finds a number below its prefix when the frames of small lines overlap', () => {
  const lines = [
    { text: 'USDOT', x: 100, y: 100, height: 22 },
    { text: '1466299', x: 98, y: 114, height: 25 },
    { text: 'MC-196569', x: 95, y: 132, height: 19 },
  ];
  const reading = read(...lines);
  assert.deepEqual([reading.value, reading.score], ['1466299', 'High']);
});
