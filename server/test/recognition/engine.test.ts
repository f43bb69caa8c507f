import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import sharp from 'sharp';
import { type OcrEngine, openOcrEngine } from '../../src/adapters/ocr/engine/ocr-engine.ts';
import type { ImageReading } from '../../src/domain/recognition/recognizer.ts';
import { jpegOfSize, pngOfSize, webpOfSize } from '../support/images/bad-images.ts';
import { sampleImage as noise } from '../support/images/sample-images.ts';
import { lettered } from '../support/recognition/lettered.ts';
import { samplePath } from '../support/samples.ts';

const WORDS = ['USDOT 1234567', 'MC 765432'];

let read: OcrEngine;
let door: Buffer;
before(async () => {
  read = await openOcrEngine();
  door = await lettered(WORDS);
});

/** O and 0 are one sign to readers: which it is, the fields decide. */
const plain = (text: string) => text.replace(/ /g, '').replaceAll('0', 'O');
const textsOf = ({ lines }: ImageReading) => lines.map(({ text }) => plain(text)).sort();
const EXPECTED = ['MC765432', 'USDOT1234567'];

suite('reading', () => {
  test('returns lines with their positions, read by both readers', async () => {
    const reading = await read(door, null);
    assert.deepEqual(textsOf(reading), EXPECTED);
    assert.deepEqual([reading.width, reading.height, reading.isWhole], [640, 200, true]);
    for (const { text, quad, second, confidence, characters } of reading.lines) {
      assert.equal(characters.length, text.length);
      assert.ok(confidence > 0.9 && confidence <= 1);
      assert.equal(plain(second?.text ?? ''), plain(text));
      const [top, bottom] = text.startsWith('U') ? [0, 100] : [100, 200];
      for (const [x, y] of quad) assert.ok(x > 10 && x < 480 && y > top && y < bottom, `${text} ${quad}`);
    }
  });

  test('reads only the box, or the whole image when the box has no text', async () => {
    const lower = await read(door, { xmin: 0, ymin: 110, xmax: 640, ymax: 190 });
    assert.deepEqual(textsOf(lower), ['MC765432']);
    assert.equal(lower.isWhole, false);
    assert.ok(lower.lines[0]?.quad.every(([, y]) => y > 100));
    const empty = await read(door, { xmin: 0.8, ymin: 0.1, xmax: 0.95, ymax: 0.9 });
    assert.equal(empty.isWhole, true);
    assert.deepEqual(textsOf(empty), EXPECTED);
  });

  test('finds small text in a large image', async () => {
    const small = await lettered(WORDS, { width: 1920, height: 1080, capitals: 13 });
    assert.deepEqual(textsOf(await read(small, null)), EXPECTED);
  });

  test('rotates the image by its EXIF orientation', async () => {
    const { data, info } = await sharp(door).raw().toBuffer({ resolveWithObject: true });
    for (let orientation = 1; orientation <= 8; orientation++) {
      const held = await sharp(data, { raw: info })
        .rotate(TURNS[orientation]?.turn ?? 0)
        .toBuffer({ resolveWithObject: true });
      let lying = sharp(held.data, { raw: held.info });
      if (TURNS[orientation]?.mirror === 'flop') lying = lying.flop();
      if (TURNS[orientation]?.mirror === 'flip') lying = lying.flip();
      const jpeg = await lying.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
      const reading = await read(jpeg, { xmin: 0, ymin: 0, xmax: 640, ymax: 90 });
      assert.deepEqual([reading.width, reading.height], [640, 200], `orientation ${orientation}`);
      assert.deepEqual(textsOf(reading), ['USDOT1234567'], `orientation ${orientation}`);
    }
  });

  test('reads every accepted kind of file', async () => {
    const frames = await Promise.all([sharp(door).toBuffer(), noise('png', { width: 640, height: 200 })]);
    const kinds: Record<string, Buffer> = {
      cmyk: await sharp(door).toColourspace('cmyk').jpeg().toBuffer(),
      grey: await sharp(door).greyscale().jpeg().toBuffer(),
      alpha: await sharp(door).ensureAlpha(0.9).webp().toBuffer(),
      '16 bits': await sharp(door).toColourspace('rgb16').png().toBuffer(),
      animated: await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    };
    for (const [kind, bytes] of Object.entries(kinds)) {
      const reading = await read(bytes, null);
      assert.deepEqual(textsOf(reading), EXPECTED, kind);
      assert.deepEqual([reading.width, reading.height], [640, 200], kind);
    }
  });

  test('removes motion blur and caps the confidence of restored lines', async () => {
    const length = 9;
    const kernel = Array.from({ length: length * 3 }, (_, i) => (Math.floor(i / length) === 1 ? 1 : 0));
    const smeared = await sharp(await lettered(['USDOT 5072329', 'MC 699976', 'KEYSTONE FREIGHT']))
      .resize(300)
      .convolve({ width: length, height: 3, kernel, scale: length })
      .jpeg({ quality: 90 })
      .toBuffer();
    const { lines } = await read(smeared, null);
    const both = lines.map(({ text, second }) => [text, second?.text]);
    const { characters = [1], second } = lines.find(({ text }) => text.endsWith('5072329')) ?? {};
    assert.ok(second?.text.endsWith('5072329'), JSON.stringify(both));
    assert.ok(Math.max(...characters, ...(second?.characters ?? [1])) < 0.8);
  });

  test('returns no lines for an image without text', async () => {
    for (const empty of [
      await noise('jpeg'),
      await sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
        .png()
        .toBuffer(),
      await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
      await sharp({ create: { width: 3_000, height: 2, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    ])
      assert.deepEqual((await read(empty, null)).lines, []);
  });
});

/** How to lay an image down so that the orientation's number makes it upright again. */
const TURNS: Record<number, { turn: number; mirror?: 'flip' | 'flop' }> = {
  2: { turn: 0, mirror: 'flop' },
  3: { turn: 180 },
  4: { turn: 0, mirror: 'flip' },
  5: { turn: 90, mirror: 'flop' },
  6: { turn: 270 },
  7: { turn: 270, mirror: 'flop' },
  8: { turn: 90 },
};

test('rejects an unreadable image with a reason', async () => {
  const jpeg = await noise('jpeg');
  const png = await noise('png');
  const damaged = Buffer.from(png);
  damaged.fill(0x55, 200, 600);
  const cases: [string, Buffer, RegExp][] = [
    ['no bytes', Buffer.alloc(0), /empty/],
    ['zeros', Buffer.alloc(5_000), /not a JPEG/],
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /not a JPEG/],
    ['truncated', jpeg.subarray(0, jpeg.length >> 1), /truncated/],
    ['damaged', damaged, /damaged/],
    ['50 megapixels', pngOfSize(10_000, 5_000), /megapixels/],
    ['50 megapixels of JPEG', jpegOfSize(jpeg, 10_000, 5_000), /megapixels/],
    ['a WebP that is only a head', webpOfSize(100, 100), /./],
  ];
  for (const [name, bytes, says] of cases) {
    await assert.rejects(read(bytes, null), (error: Error & { kind?: string }) => {
      assert.equal(error.kind, 'invalid', name);
      assert.match(error.message, says, name);
      return true;
    });
  }
});

test('reads every USDOT number of the real photographs', async (t) => {
  const folder = samplePath(t, 'PHOTOS', 'real');
  if (folder === null) return;
  const truth: Record<string, { usdot_number?: string }> = JSON.parse(
    readFileSync(join(folder, 'truth.json'), 'utf8'),
  );
  for (const [file, { usdot_number }] of Object.entries(truth)) {
    const { lines } = await read(readFileSync(join(folder, file)), null);
    assert.ok(lines.length > 0, file);
    if (usdot_number)
      assert.ok(
        lines.some(({ text }) => new RegExp(`D[O0]T.*${usdot_number}$`).test(text)),
        file,
      );
  }
});
