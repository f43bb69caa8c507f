import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { minAreaRectangle } from '../../src/adapters/ocr/detection/min-area-rectangle.ts';
import { textRegions } from '../../src/adapters/ocr/detection/text-regions.ts';
import { undoMotion, undoMotionInGray } from '../../src/adapters/ocr/engine/motion-blur.ts';
import { regionOfBox } from '../../src/adapters/ocr/engine/ocr-engine.ts';
import { isCrowded } from '../../src/adapters/ocr/engine/open-ends.ts';
import { quadSize, rotatedToHorizontal, straighten } from '../../src/adapters/ocr/engine/straighten.ts';
import { alphabetOfKeys, ctcDecode } from '../../src/adapters/ocr/models/ctc.ts';
import { modelFiles } from '../../src/adapters/ocr/models/models.ts';
import { withoutTinyWeights } from '../../src/adapters/ocr/models/without-tiny-weights.ts';
import type { Point, Quad } from '../../src/domain/recognition/recognizer.ts';
import { worthSecondReading } from '../../src/domain/recognition/worth-second-reading.ts';
import { quadAt } from '../support/recognition/text-lines.ts';

suite('CTC decoding', () => {
  const alphabet = {
    classes: 4,
    allowed: [
      { index: 1, character: 'A' },
      { index: 2, character: ' ' },
    ],
  };
  const steps = (...rows: number[][]) => Float32Array.from(rows.flat());

  test('merges repeated classes unless a blank separates them', () => {
    const reading = ctcDecode(
      steps([0.1, 0.7, 0, 0], [0.1, 0.9, 0, 0], [1, 0, 0, 0], [0.2, 0.8, 0, 0]),
      alphabet,
    );
    assert.equal(reading.text, 'AA');
    assert.deepEqual(
      reading.characters.map((sure) => Math.round(sure * 10)),
      [9, 8],
    );
    assert.equal(Math.round(reading.confidence * 100), 85);
  });

  test('ignores characters outside the alphabet and trims spaces', () => {
    const reading = ctcDecode(steps([0, 0, 1, 0], [0.1, 0.2, 0, 0.7], [0, 0, 1, 0]), alphabet);
    assert.equal(reading.text, 'A');
    assert.equal(reading.characters.length, 1);
    const nothing = { text: '', confidence: 0, characters: [], centers: [] };
    assert.deepEqual(ctcDecode(steps([1, 0, 0, 0]), alphabet), nothing);
  });

  test('the alphabet of a keys file has a class for each line, the space and the blank', () => {
    const { allowed, classes } = alphabetOfKeys('0\r\nA\n\u4e00\n');
    assert.equal(classes, 5);
    assert.deepEqual(allowed, [
      { index: 1, character: '0' },
      { index: 2, character: 'A' },
      { index: 4, character: ' ' },
    ]);
    const keys = readFileSync(modelFiles.readerKeys(), 'utf8');
    assert.deepEqual([alphabetOfKeys(keys).classes, alphabetOfKeys(keys).allowed.length], [6625, 95]);
  });
});

suite('rectangles around text', () => {
  test('the smallest rectangle contains every point and is not larger than the axis-aligned one', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }));
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 60 }), (points: Point[]) => {
        const r = minAreaRectangle(points);
        for (const [x, y] of points) {
          const [dx, dy] = [x - r.cx, y - r.cy];
          assert.ok(Math.abs(dx * r.ux + dy * r.uy) <= r.halfLong + 1e-6);
          assert.ok(Math.abs(dy * r.ux - dx * r.uy) <= r.halfShort + 1e-6);
        }
        const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
        const upright = spread(points.map(([x]) => x)) * spread(points.map(([, y]) => y));
        assert.ok(4 * r.halfLong * r.halfShort <= upright + 1e-6);
      }),
    );
  });

  test('finds a quadrilateral around a tilted bar, top left corner first', () => {
    const [width, height] = [200, 120];
    const data = new Float32Array(width * height);
    const [ux, uy] = [Math.cos(0.3), Math.sin(0.3)];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [dx, dy] = [x - 100, y - 60];
        if (Math.abs(dx * ux + dy * uy) < 50 && Math.abs(dy * ux - dx * uy) < 8) data[y * width + x] = 0.9;
      }
    }
    const quads = textRegions({ data, width, height });
    assert.equal(quads.length, 1);
    const [tl, tr] = quads[0] as Quad;
    const size = quadSize(quads[0] as Quad);
    assert.ok(Math.abs(Math.atan2(tr[1] - tl[1], tr[0] - tl[0]) - 0.3) < 0.05);
    assert.ok(
      size.width > 115 && size.width < 140 && size.height > 30 && size.height < 50,
      JSON.stringify(size),
    );
    assert.ok(tl[0] < tr[0] && tl[1] < 60);
  });

  test('ignores specks and faint patches', () => {
    const data = new Float32Array(64 * 64);
    data[70] = 0.9;
    for (let y = 20; y < 40; y++) for (let x = 20; x < 60; x++) data[y * 64 + x] = 0.4;
    assert.deepEqual(textRegions({ data, width: 64, height: 64 }), []);
  });

  test('rotates vertical text', () => {
    const upright = quadAt(0, 0, 10, 60);
    assert.deepEqual(quadSize(rotatedToHorizontal(upright)), { width: 60, height: 10 });
    const flat = quadAt(0, 0, 60, 10);
    assert.deepEqual(rotatedToHorizontal(flat), flat);
  });
});

suite('pixels', () => {
  const ramp = (width: number, height: number) => {
    const data = new Uint8Array(width * height * 3);
    for (let i = 0; i < width * height; i++) data.fill((i % width) * 4, i * 3, i * 3 + 3);
    return { data, width, height };
  };

  test('copies an axis-aligned rectangle unchanged', () => {
    const strip = straighten(ramp(60, 20), quadAt(10, 5, 40, 10), 40, 10);
    assert.deepEqual([...strip.data.subarray(0, 6)], [40, 40, 40, 44, 44, 44]);
    assert.equal(strip.data.at(-1), 49 * 4);
  });

  test('repeats the edge pixels outside the image', () => {
    const strip = straighten(ramp(60, 20), quadAt(-20, -5, 40, 10), 40, 10);
    assert.equal(strip.data[0], 0);
    assert.equal(strip.data.at(-1), 19 * 4);
  });

  test('removes horizontal motion blur', () => {
    const [width, length] = [200, 9];
    const sharp: number[] = Array.from({ length: width }, (_, x) =>
      Math.floor(x / 11) % 2 === 0 ? 40 : 200,
    );
    const smeared = sharp.map((_, x) => {
      const near = Array.from({ length }, (_, i) => sharp[Math.min(width - 1, Math.max(0, x + i - 4))] ?? 0);
      return near.reduce((a, b) => a + b, 0) / length;
    });
    const raster = (row: number[]) => ({
      data: Uint8Array.from(row.flatMap((v) => [v, v, v])),
      width,
      height: 1,
    });
    const restored = undoMotion(raster(smeared), length).data.filter((_, i) => i % 3 === 0);
    const error = (row: ArrayLike<number>) =>
      Array.from(row).reduce(
        (sum, value, x) => sum + (x > 30 && x < 170 ? Math.abs(value - (sharp[x] ?? 0)) : 0),
        0,
      ) / 139;
    assert.ok(error(restored) < error(smeared) / 1.8, `${error(restored)} of ${error(smeared)}`);
    const flat = undoMotion(raster(Array(width).fill(120)), length);
    assert.ok(flat.data.every((value) => Math.abs(value - 120) <= 1));
  });

  test('removes motion blur from the mean of the colors as from each of them', () => {
    const [width, height, length] = [37, 3, 6.5];
    const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => 128 + 60 * Math.sin(i / 9));
    const colors = undoMotion({ data, width, height }, length).data;
    const gray = undoMotionInGray({ data, width, height }, length).data;
    for (let i = 0; i < data.length; i += 3) {
      const [r = 0, g = 0, b = 0] = colors.subarray(i, i + 3);
      assert.ok(Math.abs((gray[i] as number) - (r + g + b) / 3) <= 1.5, `pixel ${i / 3}`);
      assert.deepEqual([gray[i + 1], gray[i + 2]], [gray[i], gray[i]]);
    }
  });
});

test('adds a margin to the box and clips it to the image', () => {
  const box = (xmin: number, ymin: number, xmax: number, ymax: number) =>
    regionOfBox({ xmin, ymin, xmax, ymax }, 1_000, 500);
  assert.deepEqual(box(100, 100, 600, 300), { left: 80, top: 92, width: 540, height: 216 });
  assert.deepEqual(box(0.1, 0.2, 0.6, 0.6), { left: 80, top: 92, width: 540, height: 216 });
  assert.deepEqual(box(0, 0, 1, 1), { left: 0, top: 0, width: 1_000, height: 500 });
  assert.deepEqual(box(900, 400, 5_000, 5_000), { left: 736, top: 216, width: 264, height: 284 });
  for (const bad of [
    box(600, 300, 100, 100),
    box(2_000, 0, 3_000, 10),
    box(-50, -50, -2, -2),
    box(0, 0, 0, 0),
  ])
    assert.equal(bad, null);
});

test('the second reader reads lines that may contain a field', () => {
  const worth = (text: string, confidence = 0.95, height = 0.3) =>
    worthSecondReading({ text, confidence, characters: [] }, height);
  for (const text of ['USDOT 1234567', 'MC-123456', '1101', 'T13551', 'VIN 4V4NC9EH9BT402010', 'KYU 446502'])
    assert.ok(worth(text), text);
  for (const text of [
    '8',
    '- -',
    '(555) 123-4567',
    '800-555-0199',
    'www.example.com',
    'Drive4Us.com',
    'TOLEDO, OH',
    'GVW 80,000',
    'SAFETY FIRST',
  ])
    assert.ok(!worth(text), text);
  assert.ok(worth('LANDSTAR', 0.99, 0.8), 'tall lettering may be a logo');
  assert.ok(worth('LANDSTAR', 0.7), 'unsure');
});

test('sets only denormal-sized weights to zero', () => {
  const floats = [1.5, 1e-41, -1e-30, 0.25, -3];
  const raw = Buffer.from(Float32Array.from(floats).buffer);
  const message = (number: number, body: Buffer) =>
    Buffer.concat([Buffer.from([number * 8 + 2, body.length]), body]);
  const tensor = (type: number) => Buffer.concat([Buffer.from([2 * 8, type]), message(9, raw)]);
  const node = message(1, message(5, message(5, tensor(1))));
  const graph = Buffer.concat([message(5, tensor(1)), message(5, tensor(7)), node]);
  const model = Buffer.concat([Buffer.from([8, 7]), message(7, graph)]);
  const changed = Buffer.from(withoutTinyWeights(model));
  const flushed = Buffer.from(Float32Array.from([1.5, 0, 0, 0.25, -3]).buffer);
  assert.equal(changed.length, model.length);
  assert.deepEqual(changed.indexOf(flushed), model.indexOf(raw));
  // The second tensor holds whole numbers, the third belongs to a node.
  const second = model.indexOf(raw, model.indexOf(raw) + 1);
  assert.deepEqual(changed.subarray(second, second + raw.length), raw);
  const third = model.indexOf(raw, second + 1);
  assert.deepEqual(changed.subarray(third, third + raw.length), flushed);
});

test('finds an object or part of a digit directly beside the outermost digit', () => {
  const [width, height, first] = [220, 48, 90];
  /** Digits of 14 pixels from `first` on, and a dark object between two columns. */
  const strip = (from: number, to: number) => {
    const data = new Uint8Array(width * height * 3).fill(230);
    const fill = (x: number, y: number) => data.fill(40, (y * width + x) * 3, (y * width + x) * 3 + 3);
    for (let y = 0; y < height; y++) {
      for (let x = from; x < to; x++) fill(x, y);
      for (let x = first; x < first + 4 * 22; x++)
        if ((x - first) % 22 < 14 && y > 5 && y < height - 6 && y % 16 < 8) fill(x, y);
    }
    return { data, width, height };
  };
  const last = { character: '7', center: first + 3 * 22 + 7 };
  const crowded = (character: string, from: number, to: number) =>
    isCrowded(strip(from, to), { character, center: first + 7 }, last);
  assert.equal(crowded('7', 0, 0), false);
  assert.equal(crowded('7', 80, 84), true);
  assert.equal(crowded('7', 40, 78), true);
  assert.equal(crowded('7', 40, 66), false);
  // A 1 has a narrow stem, so the digit before it is farther away.
  assert.equal(crowded('1', 40, 66), true);
  assert.equal(crowded('1', 30, 50), false);
  // A wide object is more even than the gaps between the digits, but it is not the ground.
  assert.equal(crowded('7', 0, 86), true);
});
