import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { plateFormat } from '../../src/domain/recognition/readings/plate-formats.ts';
import { plateWordsIn } from '../../src/domain/recognition/readings/plate-words.ts';
import { readFields } from '../../src/domain/recognition/readings/read-fields.ts';
import type { PartnerPlate } from '../../src/domain/recognition/readings/reading.ts';
import { imageOf, textLines, type Written } from '../support/recognition/text-lines.ts';

const read = (lines: Written[], plate: PartnerPlate | null = null) =>
  readFields(imageOf(textLines(...lines)), { logos: [], plate }).alpr_plate_number;
/** A number with small text above and below it, as on a plate. */
const plateOf = (text: string, above = '', below = ''): Written[] =>
  [
    { text: above, x: 820, y: 600, height: 16 },
    { text, x: 800, y: 622, height: 60 },
    { text: below, x: 820, y: 690, height: 14 },
  ].filter((line) => line.text !== '');

suite('plate formats', () => {
  test('exchange O and 0, I and 1 where only the format can tell them apart', () => {
    assert.deepEqual(plateFormat('8ABC0I2', 'CA'), { value: '8ABC012', fits: 'state', isSure: false });
    assert.deepEqual(plateFormat('8A0C123', 'CA'), { value: '8AOC123', fits: 'state', isSure: false });
    assert.deepEqual(plateFormat('8ABC012', 'CA'), { value: '8ABC012', fits: 'state', isSure: true });
  });

  test('use the formats of other states when none of the state fits', () => {
    assert.equal(plateFormat('ABC1234', 'CA').fits, 'other');
    assert.equal(plateFormat('A1B2C3D4', 'CA').fits, 'none');
  });

  test('include the series of California since 2026, its older plates and its trucks', () => {
    for (const value of ['123ABC4', 'ABC234', '234ABC', '23456A', '23456A7', '2A34567'])
      assert.deepEqual(plateFormat(value, 'CA'), { value, fits: 'state', isSure: true }, value);
    assert.equal(plateFormat('I23ABC4', 'CA').value, '123ABC4');
  });

  test('include four digits before two letters in Florida', () => {
    assert.equal(plateFormat('2345AB', 'FL').fits, 'state');
  });

  test('are not sure where both characters have a known format', () => {
    assert.equal(plateFormat('AB0123', '').isSure, false);
    assert.equal(plateFormat('ABC2345', '').isSure, true);
  });

  test('keep a digit if the number as read has a format of another state', () => {
    assert.deepEqual(plateFormat('P190203', 'OH'), { value: 'P190203', fits: 'other', isSure: false });
    assert.deepEqual(plateFormat('PA1O203', 'OH'), { value: 'PA10203', fits: 'state', isSure: false });
  });

  test('keep the digits of a number without letters unless the name of a state is known', () => {
    assert.deepEqual(plateFormat('77347750', ''), { value: '77347750', fits: 'none', isSure: true });
    assert.equal(plateFormat('77347750', 'IL').value, '7734775O');
  });
});

test('rates a plate of digits only as Medium if the state also issues plates with a letter and as many digits', () => {
  assert.equal(read(plateOf('2345678', 'NEW HAMPSHIRE')).score, 'High');
  assert.equal(read(plateOf('234567', 'ILLINOIS APPORTIONED')).score, 'Medium');
  assert.equal(read(plateOf('P234567', 'ILLINOIS APPORTIONED')).score, 'High');
});

test('names of states and slogans identify a plate, also with a misread letter', () => {
  const states: [string, string | undefined][] = [
    ['CALIFORNIA', 'CA'],
    ['CALIF0RNIA', 'CA'],
    ['NEW YORK', 'NY'],
    ['DMV.CA.GOV', 'CA'],
    ['LAND OF LINCCLN', 'IL'],
    ['ILLINOIS APPORTIONED', 'IL'],
    ['APPORTIONED', ''],
    ['ARKANSAS', 'AR'],
    ['WASHINGTON, DC', 'DC'],
    ['SAFETY FIRST', undefined],
    ['TRUCKING', undefined],
  ];
  for (const [text, state] of states) assert.equal(plateWordsIn(text)?.state, state, text);
});

suite('choosing the plate', () => {
  test('a number with the name of its state is High, without its emblem and dashes', () => {
    for (const [text, value] of [
      ['ABC-2345', 'ABC2345'],
      ['ABC.2345', 'ABC2345'],
      ['ABC 2345', 'ABC2345'],
    ] as const) {
      const { value: got, state, score } = read(plateOf(text, 'TEXAS', 'THE LONE STAR STATE'));
      assert.deepEqual([got, state, score], [value, 'TX', 'High'], text);
    }
  });

  test('a number of one or two letters and digits is a plate only with text around it', () => {
    assert.equal(read(plateOf('AB12345', 'ILLINOIS')).value, 'AB12345');
    assert.equal(read(plateOf('AB12345', 'XQRVTS')).value, 'AB12345');
    assert.equal(read([{ text: 'T296025', x: 800, y: 600, height: 60 }]).value, '');
  });

  test('a plate in the same line as its state is read', () => {
    const { value, state } = read(plateOf('TEXAS ABC2345'));
    assert.deepEqual([value, state], ['ABC2345', 'TX']);
  });

  test('two parts of a number with an emblem between them are joined, at most with Medium', () => {
    const { value, score, lines } = read([
      { text: 'FLORIDA', x: 860, y: 600, height: 16 },
      { text: 'ABC', x: 800, y: 622, height: 60 },
      { text: 'D12', x: 950, y: 622, height: 60 },
    ]);
    assert.deepEqual([value, score, lines], ['ABCD12', 'Medium', [1, 2]]);
  });

  test('three parts of a number are joined, and the letter before six digits', () => {
    const illinois = { text: 'ILLINOIS', x: 860, y: 600, height: 16 };
    const three = read([
      illinois,
      { text: 'NR', x: 800, y: 622, height: 60 },
      { text: '77', x: 900, y: 622, height: 60 },
      { text: '498', x: 1_000, y: 622, height: 60 },
    ]);
    assert.deepEqual([three.value, three.score, three.lines], ['NR77498', 'Medium', [1, 2, 3]]);
    const two = read([
      illinois,
      { text: 'P', x: 800, y: 622, height: 60 },
      { text: '916669', x: 870, y: 622, height: 60 },
    ]);
    assert.deepEqual([two.value, two.score], ['P916669', 'Medium']);
  });

  test('a plate with text of the same size beside it is at most Low', () => {
    const part = read([
      { text: 'ILLINOIS', x: 860, y: 600, height: 16 },
      { text: 'P', x: 700, y: 622, height: 50 },
      { text: '916669', x: 850, y: 622, height: 60 },
    ]);
    assert.deepEqual([part.value, part.score], ['916669', 'Low']);
  });

  test('a number that only another state issues is at most Medium', () => {
    assert.equal(read(plateOf('9054', 'OHIO')).score, 'Medium');
    assert.equal(read(plateOf('ABC2345', 'OHIO')).score, 'High');
  });

  test('an unlabeled plate, an unknown format and an ambiguous character are never High', () => {
    assert.equal(read(plateOf('ABC2345')).score, 'Medium');
    assert.equal(read(plateOf('A1B2C3D4', 'TEXAS')).score, 'Medium');
    assert.deepEqual(
      [read(plateOf('8ABCO12', 'CALIFORNIA'))].map(({ value, score }) => [value, score]),
      [['8ABC012', 'Medium']],
    );
  });

  test('the slogan of a plate is not a logo', () => {
    const lines = textLines(...plateOf('ABC2345', 'WASHINGTON', 'EVERGREEN STATE'));
    const fields = readFields(imageOf(lines), { logos: ['evergreen'] });
    assert.deepEqual(
      [fields.alpr_plate_number.value, fields.alpr_plate_number.state, fields.equipment_logo.value],
      ['ABC2345', 'WA', ''],
    );
    const truck = readFields(imageOf(textLines('EVERGREEN')), { logos: ['evergreen'] });
    assert.equal(truck.equipment_logo.value, 'evergreen');
  });

  test('weights, phones, unit labels and words are not plates', () => {
    for (const text of ['GVW 80000', 'UNIT 4512', '555-0142', 'SILVERADO', 'MC 123456'])
      assert.equal(read([{ text, x: 800, y: 700, height: 40 }]).value, '', text);
  });

  test('lists the plate of the trailer beside the plate of the tractor', () => {
    const { value, others } = read([
      ...plateOf('ABC2345', 'TEXAS'),
      { text: 'MAINE', x: 1_420, y: 600, height: 16 },
      { text: '1234 AB', x: 1_400, y: 622, height: 60 },
    ]);
    assert.deepEqual([value, others].flat().sort(), ['1234AB', 'ABC2345']);
  });
});

suite('the partner’s plate', () => {
  const partner = { number: 'ABC 2345', state: 'Texas', confidence: 0.95 };

  test('is confirmed by the same reading', () => {
    const { value, source, agreement, own, score } = read(plateOf('ABC2345', 'TEXAS'), partner);
    assert.deepEqual(
      [value, source, agreement, own, score],
      ['ABC2345', 'alpr', 'confirmed', 'ABC2345', 'High'],
    );
    const doubtful = read(plateOf('ABC2345', 'TEXAS'), { ...partner, confidence: 0.4 });
    assert.equal(doubtful.score, 'Medium');
  });

  test('is normalized, and a percentage is a confidence; without a number ours is used', () => {
    const lines = plateOf('ABC2346', 'TEXAS');
    const { value, state, score } = read(lines, { ...partner, number: 'abc-2345', confidence: 61 });
    assert.deepEqual([value, state, score], ['ABC2345', 'TX', 'Low']);
    assert.equal(read(lines, { ...partner, number: ' ' }).source, 'ocr');
  });

  test('is contradicted by a reading that differs in a character, and is then at most Medium', () => {
    const { value, agreement, own, score } = read(plateOf('ABC2346', 'TEXAS'), partner);
    assert.deepEqual([value, agreement, own, score], ['ABC2345', 'contradicted', 'ABC2346', 'Medium']);
  });

  test('stays as it is beside another plate', () => {
    const { agreement, others, score } = read(plateOf('XYZ9876', 'TEXAS'), partner);
    assert.deepEqual([agreement, others, score], [undefined, ['XYZ9876'], 'High']);
  });

  test('with a confidence below a half loses against a plate that we read with High', () => {
    for (const [number, confidence] of [
      ['ABC2346', 0.4],
      ['XXX0000', 0.01],
    ] as const) {
      const plate = read(plateOf('ABC2345', 'TEXAS'), { ...partner, number, confidence });
      const { value, state, source, score, alternatives } = plate;
      assert.deepEqual(
        [value, state, source, score, alternatives],
        ['ABC2345', 'TX', 'ocr', 'High', [number]],
      );
    }
    const ours = read(plateOf('ABC2345'), { ...partner, number: 'XXX0000', confidence: 0.4 });
    assert.deepEqual([ours.value, ours.score], ['XXX0000', 'Low']);
  });

  test('leaves the line of a plate that we read to no unit number', () => {
    for (const confidence of [0.01, 0.95]) {
      const fields = readFields(imageOf(textLines('USDOT 5000060', ...plateOf('VJW8831', 'TEXAS'))), {
        logos: [],
        plate: { number: 'XXX0000', state: 'OK', confidence },
      });
      assert.deepEqual([fields.cab_number.value, fields.equipment_number.value], ['', '']);
    }
  });
});
