import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readFields } from '../../src/domain/recognition/readings/read-fields.ts';
import { imageOf, textLines, type Written } from '../support/recognition/text-lines.ts';

const logos = ['landstar', 'knight', 'great dane', 'swift'];
const read = (...written: (string | Written)[]) => readFields(imageOf(textLines(...written)), { logos });

/** The fields that are painted on a vehicle. */
const onVehicle = ({ usdot_number, mc_number, vin, ...fields }: ReturnType<typeof readFields>) => {
  const { cab_number, equipment_number, equipment_logo } = fields;
  return [usdot_number, mc_number, vin, cab_number, equipment_number, equipment_logo];
};
const valueAndScore = ({ value, score }: { value: string; score: string }) => [value, score];

/** A door on the right, as on a truck that drives to the right. */
const door: Written[] = [
  { text: 'SUMMIT EXPRESS', x: 1300, y: 450 },
  { text: 'TOLEDO, OH', x: 1300, y: 480 },
  { text: 'US DOT 1536938', x: 1300, y: 510 },
  { text: 'MC# 8859135', x: 1300, y: 540 },
];
const hood: Written = { text: '751', x: 1660, y: 510, height: 34 };
const logo: Written = { text: 'LANDSTAR', x: 200, y: 350, height: 120 };
const trailerNumber: Written = { text: '53391211', x: 930, y: 270, height: 30 };

test('reads all fields from the side of a truck', () => {
  const fields = read(trailerNumber, logo, ...door, hood);
  assert.equal(fields.view, 'side');
  assert.equal(fields.usdot_number.value, '1536938');
  assert.equal(fields.mc_number.value, '8859135');
  assert.deepEqual(valueAndScore(fields.cab_number), ['751', 'High']);
  assert.deepEqual(valueAndScore(fields.equipment_number), ['53391211', 'High']);
  assert.deepEqual(valueAndScore(fields.equipment_logo), ['landstar', 'High']);
  assert.equal(fields.names[0]?.value, 'SUMMIT EXPRESS');
  assert.deepEqual(fields.alpr_plate_number.value, '');
  assert.equal(fields.texts.length, 7);
  assert.equal(fields.texts[0], '53391211');
});

test('assigns numbers by position when the trailer number is short and the cab number is long', () => {
  const fields = read({ ...trailerNumber, text: '70309' }, logo, ...door, { ...hood, text: '55636' });
  assert.deepEqual([fields.cab_number.value, fields.equipment_number.value], ['55636', '70309']);
});

test('reads no trailer number from an image of the cab', () => {
  const fields = read(...door, hood);
  assert.deepEqual([fields.view, fields.cab_number.value, fields.equipment_number.value], ['cab', '751', '']);
});

test('rates the cab number at most Medium when a second number stands in the lettering of the door', () => {
  const inDoor: Written = { text: '751', x: 1300, y: 570 };
  const second: Written = { text: '20931', x: 1300, y: 600 };
  assert.deepEqual(valueAndScore(read(...door, inDoor).cab_number), ['751', 'High']);
  const { cab_number: cabNumber, equipment_number: trailerNumber } = read(...door, inDoor, second);
  assert.deepEqual([cabNumber.score, trailerNumber.score], ['Medium', 'N/A']);
  // A number on the hood is not part of the door: the one at the door is then the cab number.
  assert.deepEqual(valueAndScore(read(...door, inDoor, { ...hood, x: 1850 }).cab_number), ['751', 'High']);
});

test('reads a cab number beside a label whose number is known', () => {
  const label: Written = { text: 'US DOT', x: 1300, y: 510 };
  const number: Written = { text: '1536938', x: 1300, y: 540 };
  const beside: Written = { text: '751', x: 1440, y: 510 };
  assert.deepEqual(valueAndScore(read(label, number, beside).cab_number), ['751', 'Medium']);
  assert.equal(read(label, { ...number, second: '1536933' }, beside).cab_number.value, '');
});

test('rates a trailer number at most Medium when it may be the cab number', () => {
  const [besideLogo, onTrailer] = [read(...door, logo, trailerNumber), read(logo, trailerNumber)];
  assert.deepEqual(valueAndScore(besideLogo.equipment_number), ['53391211', 'Medium']);
  assert.deepEqual(valueAndScore(onTrailer.equipment_number), ['53391211', 'High']);
  // A logo that is Low may be the name on a door.
  const doubtful = read({ ...logo, second: null }, trailerNumber);
  assert.deepEqual(valueAndScore(doubtful.equipment_number), ['53391211', 'Medium']);
});

test('assigns numbers by their labels', () => {
  const fields = read(
    ...door,
    { text: 'UNIT 4711', x: 1300, y: 580 },
    { text: 'TRAILER# 5312', x: 300, y: 800 },
  );
  assert.deepEqual([fields.cab_number.value, fields.equipment_number.value], ['4711', '5312']);
});

test('reads no cab number from the side of a trailer', () => {
  const fields = read(logo, trailerNumber, { text: 'MAX GVWR 68,000 LBS', x: 200, y: 800 });
  assert.deepEqual(
    [fields.view, fields.equipment_number.value, fields.cab_number.value, fields.usdot_number.value],
    ['trailer', '53391211', '', ''],
  );
});

const rear: Written[] = [
  { text: 'KNIGHT', x: 620, y: 200, height: 60 },
  { text: '53592276', x: 1020, y: 205, height: 50 },
  { text: 'ILLINOIS APPORTIONED', x: 870, y: 900, height: 14 },
  { text: 'A698420', x: 890, y: 920, height: 40 },
];

test('tells the plate from the trailer number on the rear', () => {
  const fields = read(...rear);
  const { view, equipment_number: number, equipment_logo: mark } = fields;
  assert.deepEqual([view, number.value, mark.value], ['rear', '53592276', 'knight']);
  const { value, state, source, score } = fields.alpr_plate_number;
  assert.deepEqual([value, state, source, score], ['A698420', 'IL', 'ocr', 'High']);
});

test('reads a short number on the front as the cab number, with Medium unless a tractor make is visible', () => {
  const fields = read(
    { text: '3037', x: 470, y: 300, height: 36 },
    { text: '08K S3W', x: 640, y: 560, height: 30 },
  );
  assert.deepEqual([fields.cab_number.value, fields.cab_number.score], ['3037', 'Medium']);
  assert.deepEqual([fields.alpr_plate_number.value, fields.equipment_number.value], ['08KS3W', '']);
  const known = read({ text: '3037', x: 470, y: 300, height: 36 }, { text: 'Peterbilt', x: 640, y: 200 });
  assert.equal(known.cab_number.score, 'High');
});

test('does not read phone numbers, weights, years, speeds, permits and model names as unit numbers', () => {
  const others = [
    'F-150',
    'W900L',
    '800-555-0142',
    '(330) 555-0142',
    '1-800-555-0142',
    'GVW 90,000',
    '80,000',
    '55 MPH',
    'KYU 446502',
    'TOLEDO OH 43604',
    'SINCE 1938',
    'VIN SP874359',
    '24/7',
    "13'6",
  ];
  for (const [i, text] of others.entries()) {
    const fields = read(...door, { text, x: 1300, y: 570 });
    assert.deepEqual([others[i], fields.cab_number.value, fields.equipment_number.value], [text, '', '']);
  }
  const established = read(...door, { text: 'ESTD', x: 1300, y: 400 }, { text: '1938', x: 1420, y: 400 });
  assert.equal(established.cab_number.value, '');
  const weight = read(...door, { text: 'GVW', x: 1300, y: 570 }, { text: '80000', x: 1300, y: 595 });
  assert.equal(weight.cab_number.value, '');
});

test('does not read a unit number at the edge of the image', () => {
  const fields = read(...door, { text: '202', x: 1920 - 3 * 34 * 0.55, y: 510, height: 34 });
  assert.equal(fields.cab_number.value, '');
});

test('does not read a placard as a unit number', () => {
  const fields = read(
    ...rear,
    { text: '1203', x: 1060, y: 500, height: 36 },
    { text: '3', x: 1095, y: 560, height: 24 },
  );
  assert.deepEqual(
    fields.placards.map(({ value }) => value),
    ['1203'],
  );
  assert.equal(fields.equipment_number.value, '53592276');
});

test('reads the name of the carrier, not its town or the make of the truck', () => {
  const fields = read(
    { text: 'JCA', x: 300, y: 380, height: 30 },
    { text: 'TRUCKING LLC', x: 290, y: 415, height: 30 },
    { text: 'FRESNO, CA', x: 300, y: 455 },
    { text: 'MC-1352738', x: 300, y: 485 },
    { text: 'USDOT-2494361', x: 300, y: 515 },
    { text: 'VOLVO', x: 900, y: 300 },
    { text: 'OPERATED BY', x: 300, y: 345 },
  );
  const names = fields.names.map(({ value }) => value);
  assert.ok(names.slice(0, 2).includes('JCA TRUCKING LLC'), names.join());
  assert.ok(!names.some((name) => /FRESNO|VOLVO|OPERATED/.test(name)), names.join());
});

test('returns empty fields for an image without text', () => {
  const fields = read();
  assert.equal(fields.view, 'unknown');
  for (const field of [...onVehicle(fields), fields.alpr_plate_number])
    assert.deepEqual([field.value, field.score, field.lines], ['', 'N/A', []]);
  assert.deepEqual([fields.placards, fields.permits, fields.names, fields.texts], [[], [], [], []]);
});

test('returns consistent readings with valid line indexes for any text', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      'USDOT 538288',
      'MC',
      '135273',
      'LANDSTAR',
      'VIN SP874359',
      '751',
      'OHIO',
      'A698420',
      '1203',
    ),
  );
  const line = fc.record({
    text,
    x: fc.integer({ min: 0, max: 1900 }),
    y: fc.integer({ min: 0, max: 1060 }),
    height: fc.integer({ min: 1, max: 200 }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    turned: fc.integer({ min: -80, max: 80 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (written) => {
      const fields = read(...written);
      for (const { value, score, lines } of onVehicle(fields)) {
        assert.equal(value === '', score === 'N/A');
        assert.equal(value === '', lines.length === 0);
        assert.ok(lines.every((index) => index >= 0 && index < written.length));
      }
      assert.equal(fields.texts.length, written.length);
    }),
    { numRuns: 300 },
  );
});

test('rates a line at the edge of the box Low', () => {
  const lines = textLines({ text: 'USDOT 24943', x: 700, y: 500 });
  const whole = readFields(imageOf(lines), { logos });
  assert.deepEqual([whole.usdot_number.value, whole.usdot_number.score], ['24943', 'High']);
  const part = { xmin: 400, ymin: 300, xmax: 700 + 11 * 20 * 0.55 + 4, ymax: 900 };
  const cut = readFields({ ...imageOf(lines), isWhole: false, part }, { logos });
  assert.deepEqual([cut.usdot_number.value, cut.usdot_number.score], ['24943', 'Low']);
});

test('is not High when a leading 1 may be a panel seam', () => {
  const [mark, number] = textLines(logo, { ...trailerNumber, text: '127923' });
  assert.ok(mark && number);
  number.characters[0] = 0.94;
  const { value, score, alternatives } = readFields(imageOf([mark, number]), { logos }).equipment_number;
  assert.deepEqual([value, score, alternatives], ['127923', 'Medium', ['27923']]);
  number.characters[0] = 0.99;
  assert.equal(readFields(imageOf([mark, number]), { logos }).equipment_number.score, 'High');
});

test('rates a unit number that ends in 1 at most Medium when something unread stands directly beside it', () => {
  const cabNumber = (text: string, mayLackDigit: boolean) => {
    const lines = textLines(...door, { ...hood, text }).map((line) => ({ ...line, mayLackDigit }));
    return readFields(imageOf(lines), { logos }).cab_number.score;
  };
  assert.equal(cabNumber('24791', false), 'High');
  assert.equal(cabNumber('24791', true), 'Medium');
  assert.equal(cabNumber('24792', true), 'High');
});

test('counts additional characters in the line of a unit number as disagreement', () => {
  const number = (second: string) => read(...door, { ...hood, text: '2479', second }).cab_number;
  assert.equal(number('2479').score, 'High');
  assert.equal(number('2479#').score, 'Low');
  assert.deepEqual([number('24792').score, number('24792').alternatives], ['Low', ['24792']]);
});
