import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingFromJson, readingToJson } from '../../src/adapters/ocr/http/reading-json.ts';
import { alphabetOf } from '../../src/adapters/ocr/models/ctc.ts';
import { logLikelihood, plateMatrix } from '../../src/adapters/ocr/plates/ctc-likelihood.ts';
import { searched, spotsIn } from '../../src/adapters/ocr/plates/locate-plates.ts';
import { mayShowPlate } from '../../src/adapters/ocr/plates/on-plate.ts';
import { numberStrip, plateView } from '../../src/adapters/ocr/plates/plate-views.ts';
import type { ImageReading } from '../../src/domain/recognition/recognizer.ts';
import { quadAt } from '../support/recognition/text-lines.ts';

const alphabet = alphabetOf(['A', 'B', '-']);
/** Rows of probabilities: blank, A, B, dash. */
const matrix = (...rows: number[][]) => plateMatrix(Float32Array.from(rows.flat()), alphabet);
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-4, `${actual} instead of ${expected}`);

test('the likelihood of a text is the sum over all its alignments', () => {
  const two = matrix([0.4, 0.6, 0, 0], [0.3, 0.7, 0, 0]);
  // AA, A and blank, blank and A.
  near(Math.exp(logLikelihood(two, 'A')), 0.6 * 0.7 + 0.6 * 0.3 + 0.4 * 0.7);
  near(Math.exp(logLikelihood(two, '')), 0.4 * 0.3);
  const three = matrix([0.1, 0.9, 0, 0], [0.8, 0.2, 0, 0], [0.1, 0.9, 0, 0]);
  near(Math.exp(logLikelihood(three, 'AA')), 0.9 * 0.8 * 0.9);
});

test('the likelihood of a long output does not become zero', () => {
  const long = matrix(...Array.from({ length: 400 }, () => [0.001, 0, 0, 0]));
  near(logLikelihood(long, '') / 400, Math.log(0.001));
});

test('what stands between the characters counts as a gap, and an unknown character is impossible', () => {
  const dashed = matrix([0, 1, 0, 0], [0.1, 0, 0, 0.9], [0, 0, 1, 0]);
  near(Math.exp(logLikelihood(dashed, 'AB')), 1);
  assert.equal(logLikelihood(dashed, 'A7'), Number.NEGATIVE_INFINITY);
});

/** The output of the locator for plates with these centers (in cells) and probabilities. */
function mapOf(columns: number, rows: number, plates: [x: number, y: number, probability: number][]) {
  const plane = columns * rows;
  const data = new Float32Array(13 * plane);
  for (const [x, y, probability] of plates) {
    const at = y * columns + x;
    const values = [probability, 0.25, -0.5, Math.log(10), Math.log(5), -1, -1, 1, -0.9, 1, 1, -1, 0.9];
    for (const [channel, value] of values.entries()) data[channel * plane + at] = value;
  }
  return data;
}

test('plates are the peaks of the map, with their corners in pixels', () => {
  const spots = spotsIn(
    mapOf(60, 34, [
      [30, 20, 0.9],
      [31, 20, 0.5],
      [5, 5, 0.1],
    ]),
    60,
    34,
  );
  assert.equal(spots.length, 1);
  const [spot] = spots;
  near(spot?.probability ?? 0, 0.9);
  // The center is at 246, 160; the plate is 80 × 40 pixels, a little smaller at its right.
  const corners = spot?.quad.map(([x, y]) => [Math.round(x), Math.round(y)]);
  assert.deepEqual(corners, [
    [206, 140],
    [286, 142],
    [286, 180],
    [206, 178],
  ]);
});

const probabilitiesIn = (map: Float32Array, columns: number, rows: number) =>
  spotsIn(map, columns, rows).map(({ probability }) => Math.round(probability * 100));

test('what is less probable than 0.38 is no plate', () => {
  const map = mapOf(40, 30, [
    [5, 5, 0.37],
    [30, 20, 0.39],
  ]);
  assert.deepEqual(probabilitiesIn(map, 40, 30), [39]);
});

test('beside a clear plate, a spot with less than 0.6 of its probability is none', () => {
  const map = mapOf(60, 34, [
    [10, 10, 0.9],
    [30, 20, 0.55],
    [50, 10, 0.53],
  ]);
  assert.deepEqual(probabilitiesIn(map, 60, 34), [90, 55]);
});

test('what is more than three times as wide as high is no plate', () => {
  const map = mapOf(60, 34, [
    [10, 10, 0.9],
    [40, 20, 0.8],
  ]);
  // The height of the first one: channel 4.
  map[4 * 60 * 34 + 10 * 60 + 10] = Math.log(3);
  assert.deepEqual(probabilitiesIn(map, 60, 34), [80]);
});

test('of two spots at the same place the more probable one is kept, and at most four in all', () => {
  const near = spotsIn(
    mapOf(60, 34, [
      [30, 20, 0.6],
      [33, 20, 0.8],
    ]),
    60,
    34,
  );
  assert.deepEqual(
    near.map(({ probability }) => Math.round(probability * 10)),
    [8],
  );
  const many = [0.9, 0.8, 0.7, 0.6, 0.5].map((p, i): [number, number, number] => [5 + i * 12, 10, p]);
  assert.equal(spotsIn(mapOf(70, 34, many), 70, 34).length, 4);
});

test('only the areas with text are searched for plates, in the grid of the locator', () => {
  const image = { data: new Uint8Array(0), width: 960, height: 540 };
  const whole = { left: 0, top: 0, width: 960, height: 544 };
  assert.deepEqual(searched(image, undefined), [whole]);
  assert.deepEqual(searched(image, []), []);
  const [part, ...others] = searched(image, [{ left: 100, top: 200, width: 90, height: 40 }]);
  assert.deepEqual(others, []);
  assert.deepEqual([part?.left, part?.top, part?.width, part?.height], [64, 192, 160, 64]);
  assert.deepEqual(searched(image, [{ left: 0, top: 0, width: 940, height: 500 }]), [whole]);
});

test('areas whose lines are all clear and surely something else are not searched for plates', () => {
  const area = { left: 100, top: 100, width: 300, height: 120 };
  const line = (text: string, { confidence = 0.97, x = 120 } = {}) => ({
    text,
    confidence,
    quad: quadAt(x, 130, 150, 30),
  });
  const cases: [boolean, ...ReturnType<typeof line>[]][] = [
    [false, line('ACME ROCKETS LLC')],
    [false, line('US DOT 412'), line('ACME ROCKETS LLC')],
    [false, line('MC 48213')],
    [false, line('800-555-0100')],
    [true],
    [true, line('KX7 PW42')],
    [true, line('ACME ROCKETS LLC'), line('KX7 PW42')],
    [true, line('ACME ROCKETS LLC', { confidence: 0.6 })],
    // The number of a plate that was not found as a line may be beside the name of its state.
    [true, line('SOUTH CAROLINA')],
    [true, line('ACME ROCKETS LLC', { x: 900 })],
  ];
  for (const [expected, ...lines] of cases)
    assert.equal(mayShowPlate(area, lines), expected, lines.map(({ text }) => text).join(' / '));
});

test('views of a plate are straightened by its corners', () => {
  // Left half black, right half white.
  const data = new Uint8Array(400 * 200 * 3);
  for (let i = 0; i < data.length; i += 3) if ((i / 3) % 400 >= 200) data.fill(255, i, i + 3);
  const pixels = { data, width: 400, height: 200 };
  const turned = quadAt(120, 60, 160, 80);
  const view = plateView(pixels, turned, 192, 64);
  const row = 32 * 192 * 3;
  assert.deepEqual([view.data[row + 40 * 3], view.data[row + 150 * 3]], [0, 255]);
  const strip = numberStrip(pixels, turned, 48);
  assert.deepEqual([strip.height, strip.width >= 96, strip.width <= 240], [48, true, true]);
});

test('located plates pass through the interface of recognizers, which may leave them out', () => {
  const reading: ImageReading = {
    ...{ width: 800, height: 600, isWhole: true, lines: [] },
    plates: [
      {
        quad: quadAt(10, 20, 100, 50),
        located: 0.9,
        candidates: [{ text: 'ABC1234', probability: 0.8 }],
        clarity: 0.7,
        characters: [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9],
        isConfirmed: true,
        states: [{ state: 'TX', probability: 0.6 }],
      },
    ],
  };
  assert.deepEqual(readingFromJson(JSON.stringify(readingToJson(reading))), reading);
  const { plates: _, ...without } = reading;
  assert.deepEqual(readingFromJson(JSON.stringify(readingToJson(without))), without);
});
