import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chosenText } from '../../src/domain/recognition/readings/plates/plate-candidates.ts';
import { plateState } from '../../src/domain/recognition/readings/plates/plate-state.ts';
import { readFields } from '../../src/domain/recognition/readings/read-fields.ts';
import type { PartnerPlate } from '../../src/domain/recognition/readings/reading.ts';
import type { LocatedPlate, TextLine } from '../../src/domain/recognition/recognizer.ts';
import { imageOf, quadAt, textLines, type Written } from '../support/recognition/text-lines.ts';

/** A located plate of 300 × 150 pixels whose top left corner is (800, 600). */
function located(text: string, changes: Partial<LocatedPlate> = {}): LocatedPlate {
  return {
    quad: quadAt(800, 600, 300, 150),
    located: 0.9,
    candidates: [{ text, probability: 0.99 }],
    clarity: 0.95,
    characters: Array.from(text, () => 0.98),
    isConfirmed: true,
    states: [],
    ...changes,
  };
}

const onPlate = (text: string, y = 640, height = 60): Written => ({ text, x: 820, y, height });

function read(plates: LocatedPlate[], lines: Written[] = [], partner: PartnerPlate | null = null) {
  const image = { ...imageOf(textLines(...lines)), plates };
  return readFields(image, { logos: [], plate: partner });
}
const plateIn = (...args: Parameters<typeof read>) => read(...args).alpr_plate_number;

suite('a located plate', () => {
  test('is a plate without any text of the lines, also with digits only', () => {
    for (const [text, level] of [
      ['ABC2345', 'High'],
      ['78188', 'Medium'],
      ['1049338', 'Medium'],
    ] as const) {
      const { value, score, source } = plateIn([located(text)]);
      assert.deepEqual([value, score, source], [text, level, 'ocr'], text);
    }
  });

  test('that has the form of a unit number is High only beside the words of a plate', () => {
    const states = [{ state: 'NH', probability: 0.99 }];
    assert.equal(plateIn([located('1049338', { states })]).score, 'Medium');
    const { score, state } = plateIn([located('1049338')], [onPlate('NEW HAMPSHIRE', 605, 20)]);
    assert.deepEqual([score, state], ['High', 'NH']);
  });

  test('that has the form of a unit number is none on a truck, nor beside another plate', () => {
    const door: Written = { text: 'USDOT 1234567', x: 200, y: 300, height: 40 };
    assert.equal(plateIn([located('78188', { located: 0.7 })], [door]).value, '');
    assert.equal(plateIn([located('78188', { located: 0.7 })]).value, '78188');
    const trailer = located('545478', { quad: quadAt(300, 200, 300, 150), located: 0.9 });
    const { value, others } = plateIn([trailer, located('ABC2345', { located: 0.6 })]);
    assert.deepEqual([value, others], ['ABC2345', undefined]);
  });

  test('of digits alone is not High where its state has letters before such digits', () => {
    const { value, score } = plateIn([located('808600')], [onPlate('ILLINOIS', 605, 20)]);
    assert.deepEqual([value, score], ['808600', 'Medium']);
  });

  test('that lacks a character of a line that both readers read alike is that line', () => {
    const { value, score } = plateIn(
      [located('ZX7074')],
      [onPlate('WASHINGTON', 605, 20), onPlate('JZX7074')],
    );
    assert.deepEqual([value, score], ['JZX7074', 'Medium']);
  });

  test('is contradicted only by a line that both readers read alike', () => {
    const [line] = textLines(onPlate('TYG399'));
    const lines = [{ ...line, second: { text: 'NC3VJ', confidence: 0.5, characters: [] } } as TextLine];
    const image = { ...imageOf(lines), plates: [located('TVG399')] };
    assert.equal(readFields(image, { logos: [] }).alpr_plate_number.score, 'High');
  });

  test('is a word only where two readers read it', () => {
    assert.equal(plateIn([located('PALISADE', { isConfirmed: false })]).value, '');
    assert.equal(plateIn([located('PALISADE', { clarity: 0.2 })]).value, '');
  });

  test('is High only where a line reader confirms it and every character is clear', () => {
    for (const changes of [
      { isConfirmed: false },
      { clarity: 0.4 },
      { located: 0.25 },
      { characters: [0.4, 1, 1, 1, 1, 1, 1] },
      {
        candidates: [
          { text: 'ABC2345', probability: 0.9 },
          { text: 'ABC2346', probability: 0.1 },
        ],
      },
    ])
      assert.notEqual(plateIn([located('ABC2345', changes)]).score, 'High', JSON.stringify(changes));
  });

  test('whose number is on one side of it is at most Medium: a character behind a gap may be missing', () => {
    const state = onPlate('ILLINOIS', 605, 20);
    const number = (x: number) => ({ ...onPlate('02379L'), x });
    assert.equal(plateIn([located('02379L')], [state, number(810)]).score, 'Medium');
    assert.equal(plateIn([located('02379L')], [state, number(851)]).score, 'High');
    const parts = [
      { ...onPlate('023'), x: 810 },
      { ...onPlate('79L'), x: 990 },
    ];
    assert.equal(plateIn([located('02379L')], [state, ...parts]).score, 'High');
  });

  test('that leaves the image is at most Low', () => {
    const { score } = plateIn([located('ABC2345', { quad: quadAt(-20, 600, 300, 150) })]);
    assert.equal(score, 'Low');
  });

  test('is chosen before text elsewhere that looks like a plate', () => {
    const { value } = plateIn([located('78188')], [{ text: 'ABC2345', x: 300, y: 800, height: 40 }]);
    assert.equal(value, '78188');
  });

  test('is not a plate where its text is a phone number, a date, a price or the number of another field', () => {
    const cases: [candidate: string, line: string][] = [
      ['5550142', '800-555-0142'],
      ['5550127', '555-0127'],
      ['06172014', '06/17/2014'],
      ['20140617', '2014-06-17'],
      ['0838', '08:38:22'],
      ['1299', '$1299'],
      ['80000', 'GVW 80000 LBS'],
      ['1234567', 'USDOT 1234567'],
      ['4512', 'UNIT 4512'],
    ];
    for (const [candidate, line] of cases)
      assert.notEqual(plateIn([located(candidate)], [onPlate(line)]).value, candidate, line);
  });

  test('may start with the letters of another label', () => {
    assert.equal(plateIn([located('PH5M9Y')], [onPlate('PH5 M9Y')]).value, 'PH5M9Y');
  });

  test('is no cab or trailer number', () => {
    const fields = read([located('78188')], [onPlate('78188')]);
    assert.deepEqual([fields.cab_number.value, fields.equipment_number.value], ['', '']);
  });

  test('that the lines contradict is at most Medium, and the other reading is an alternative', () => {
    const { value, score, alternatives } = plateIn(
      [located('ABC2345', { clarity: 0.9 })],
      [onPlate('TEXAS', 605, 20), onPlate('ABC2346')],
    );
    assert.deepEqual([value, score, alternatives[0]], ['ABC2345', 'Medium', 'ABC2346']);
  });
});

suite('formats of the states', () => {
  const between = (a: string, share: number, b: string) => [
    { text: a, probability: share },
    { text: b, probability: 1 - share },
  ];
  const california = [{ state: 'CA', probability: 0.95 }];

  test('decide between characters that look alike where the readers are in doubt', () => {
    const cases: [string, string][] = [
      ['8ABC0I2', '8ABC012'],
      ['8A8C123', '8ABC123'],
      ['8ABCS23', '8ABC523'],
      ['8ABC12Z', '8ABC122'],
      ['BABC123', '8ABC123'],
    ];
    for (const [wrong, right] of cases)
      assert.equal(chosenText(between(wrong, 0.6, right), california).text, right, wrong);
  });

  test('never overrule a confident reading', () => {
    for (const [read, other] of [
      ['8ABCS23', '8ABC523'],
      ['BABC123', '8ABC123'],
      ['8A8C123', '8ABC123'],
      ['LUCKY7', 'LUCKYZ'],
    ] as const)
      assert.equal(chosenText(between(read, 0.96, other), california).text, read, read);
  });

  test('prefer 0 and 1 to O and I, which most states do not issue', () => {
    assert.equal(chosenText(between('AB1COD', 0.8, 'AB1C0D'), []).text, 'AB1C0D');
    assert.equal(chosenText(between('LUCKIO', 0.999, 'LUCK10'), []).text, 'LUCKIO');
  });
});

suite('the state of a plate', () => {
  const look = (state: string, probability: number) => [{ state, probability }];

  test('follows from its look, its lettering and its number', () => {
    assert.deepEqual(plateState('8ABC123', { look: look('CA', 0.99), words: '' }), {
      state: 'CA',
      score: 'High',
    });
    assert.equal(plateState('8ABC123', { look: look('CA', 0.5), words: 'CA' }).score, 'High');
    assert.deepEqual(plateState('8ABC123', { look: [], words: '' }), { state: '', score: 'N/A' });
    assert.deepEqual(plateState('8ABC123', { look: look('CA', 0.4), words: '' }).state, 'CA');
  });

  test('follows from a clear number that only one state issues, but not with High', () => {
    const [faint, isClear] = [look('RI', 0.1), true];
    assert.deepEqual(plateState('UF2V5S', { look: faint, words: '', isClear }), {
      state: 'MO',
      score: 'Medium',
    });
    assert.notEqual(plateState('UF2V5S', { look: faint, words: '' }).state, 'MO');
    // Many states issue such numbers.
    assert.notEqual(plateState('ABC1234', { look: faint, words: '', isClear }).score, 'High');
    // Where the look is sure of another state, neither is given.
    assert.equal(plateState('UF2V5S', { look: look('FL', 0.97), words: '', isClear }).score, 'Low');
  });

  test('is doubtful where look and lettering differ', () => {
    const { state, score } = plateState('ABC1234', { look: look('TX', 0.9), words: 'NY' });
    assert.ok(state === '' || score !== 'High', `${state} ${score}`);
  });

  test('of a number is not taken from one that may be another, or that one reader alone read', () => {
    const stateOf = (more: Partial<LocatedPlate>) =>
      plateIn([located('UF2V5S', { states: look('RI', 0.1), ...more })], []).state;
    assert.equal(stateOf({}), 'MO');
    assert.equal(stateOf({ isConfirmed: false }), '');
    assert.equal(stateOf({ clarity: 0.3 }), '');
    // Only Delaware issues four digits, but units have them too.
    const unit = plateIn([located('7946', { located: 0.9 })]);
    assert.deepEqual([unit.state, unit.score], ['', 'Low']);
    assert.equal(plateState('UF2V5S', { look: [], words: '', isClear: true }).score, 'Medium');
  });

  test('is stated by the partner and confirmed or contradicted by ours', () => {
    const plates = [located('ABC2345', { states: look('TX', 0.99) })];
    const partner = { number: 'ABC2345', state: 'Texas', confidence: 0.9 };
    const stateOf = (given: PartnerPlate) => {
      const { state, stateScore } = plateIn(plates, [], given);
      return [state, stateScore];
    };
    assert.deepEqual(stateOf(partner), ['TX', 'High']);
    assert.deepEqual(stateOf({ ...partner, state: 'OK' }), ['OK', 'Low']);
    assert.deepEqual(stateOf({ ...partner, state: '' }), ['TX', 'High']);
    assert.deepEqual(stateOf({ ...partner, number: 'XYZ9999' }), ['TX', 'Medium']);
  });
});
