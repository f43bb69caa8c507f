import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { ImageProbe } from '../../src/domain/images/probes/probe-image.ts';
import {
  jpegOfSize,
  packedText,
  plainText,
  pngChunk,
  pngOfSize,
  scanBomb,
  shortTexts,
  webpOfSize,
} from '../support/images/bad-images.ts';
import { hostileWorld } from '../support/images/hostile.ts';
import { sampleImage } from '../support/images/sample-images.ts';

const world = await hostileWorld();
const jpeg = await sampleImage('jpeg');
const png = await sampleImage('png');
const webp = await sampleImage('webp');
const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();
const withThumbnail = insertAfterStart(
  jpeg,
  jpegSegment(0xe1, await sharp(jpeg).resize(64).jpeg().toBuffer()),
);
const html = Buffer.from('<html><script>alert(1)</script></html>');

type Bytes = Buffer | Promise<Buffer>;

let counter = 0;
function page(bytes: Buffer): string {
  const path = `/image${++counter}`;
  world.pages.set(path, (_request, response) => response.end(bytes));
  return `http://127.0.0.1:${world.port}${path}`;
}

function jpegSegment(code: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, code, (data.length + 2) >> 8, (data.length + 2) & 255]), data]);
}

function insertAfterStart(bytes: Buffer, extra: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 2), extra, bytes.subarray(2)]);
}

suite('files that are not images', { concurrency: 8 }, () => {
  const cases: [string, Bytes][] = [
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['a page', html],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.2/"/></svg>')],
    [
      'GIF',
      Buffer.from(
        'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
        'latin1',
      ),
    ],
    ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
    ['TIFF', sharp(jpeg).tiff().toBuffer()],
    ['AVIF', sharp(jpeg).resize(16).avif().toBuffer()],
    ['PDF', Buffer.from('%PDF-1.7 ...........')],
    ['ZIP', Buffer.from('PK\x03\x04..............')],
    ['gzip', gzipSync(jpeg)],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['zeros', Buffer.alloc(10_000)],
    ['ICO', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), png])],
    ['a WAV in RIFF', Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(40)])],
    ['a JPEG behind a byte', Buffer.concat([Buffer.from(' '), jpeg])],
    ['a JPEG behind a GIF head', Buffer.concat([Buffer.from('GIF89a'), jpeg])],
    ['a PNG with line ends changed', Buffer.from(png.toString('latin1').replace('\r\n', '\n'), 'latin1')],
  ];
  for (const [what, bytes] of cases)
    test(what, async () => world.refuses(page(await bytes), 500, /not a JPEG, PNG or WebP/));
});

suite('damaged images', { concurrency: 8 }, () => {
  const cases: [string, Bytes][] = [
    ['JPEG: three bytes and a page', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), html])],
    ['JPEG: start and end only', Buffer.from('ffd8ffd9ffd9ffd9ffd9ffd9', 'hex')],
    ['JPEG: a segment without a length', Buffer.from('ffd8ffe00000ffd9ffd9ffd9', 'hex')],
    ['JPEG: markers for ever', Buffer.alloc(100_000, Buffer.from('ffd8', 'hex'))],
    ['JPEG: fill bytes for ever', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(100_000, 0xff)])],
    [
      'JPEG: no frame',
      Buffer.concat([Buffer.from('ffd8ffda000801010000', 'hex'), Buffer.from('3f00ffd9', 'hex')]),
    ],
    ['JPEG: two frames', insertAfterStart(jpeg, jpeg.subarray(2, 400))],
    ['JPEG: no height', jpegOfSize(jpeg, 320, 0)],
    ['JPEG: no width', jpegOfSize(jpeg, 0, 200)],
    ['PNG: signature only', png.subarray(0, 12)],
    ['PNG: signature and a page', Buffer.concat([png.subarray(0, 8), html])],
    ['PNG: no size', pngOfSize(0, 0)],
    [
      'PNG: data before the header',
      Buffer.concat([png.subarray(0, 8), pngChunk('IDAT', Buffer.alloc(4)), png.subarray(8)]),
    ],
    [
      'PNG: a chunk of 4 GB',
      Buffer.concat([png.subarray(0, 33), Buffer.from('ffffffff', 'hex'), Buffer.from('tEXt')]),
    ],
    ['PNG: a wrong checksum', changed(png, 29)],
    ['PNG: too many packed texts', pngOfSize(8, 8, [packedText(), packedText()])],
    ['PNG: a text that is packed twice', pngOfSize(8, 8, [packedText(), packedText('iTXt')])],
    ['WebP: head only', webp.subarray(0, 12)],
    ['WebP: of an unknown kind', Buffer.concat([Buffer.from('RIFF\x20\0\0\0WEBPXXXX'), Buffer.alloc(60)])],
    ['WebP: with nothing in it', webpOfSize(100, 100)],
    ['WebP: longer than it is', lengthened(webp)],
  ];
  for (const [what, bytes] of cases)
    test(what, async () => world.refuses(page(await bytes), 500, /damaged|truncated/));
});

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

function lengthened(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(copy.readUInt32LE(4) + 4, 4);
  return copy;
}

suite('truncated images', { concurrency: 8 }, () => {
  for (const [name, bytes] of Object.entries({ jpeg, progressive, withThumbnail, png, webp })) {
    for (const share of [0.01, 0.1, 0.5, 0.9, 0.99]) {
      const cut = bytes.subarray(0, Math.max(12, Math.floor(bytes.length * share)));
      test(`${name}, ${share * 100} %`, () => world.refuses(page(cut), 500, /truncated/));
    }
    test(`${name}, one byte short`, () => world.refuses(page(bytes.subarray(0, -1)), 500, /truncated/));
  }
});

suite('bombs', { concurrency: 8 }, () => {
  const cases: [string, Bytes][] = [
    ['PNG of 50,000 × 50,000', pngOfSize(50_000, 50_000, [], Buffer.alloc(50_000_000))],
    ['PNG of 2^31 × 2^31', pngOfSize(2 ** 31 - 1, 2 ** 31 - 1)],
    ['PNG of 40,000,001 × 1', pngOfSize(40_000_001, 1)],
    ['PNG of 8,000 × 5,001', pngOfSize(8_000, 5_001)],
    ['JPEG of 65,500 × 65,500', jpegOfSize(jpeg, 65_500, 65_500)],
    ['JPEG of 6,325 × 6,325', jpegOfSize(jpeg, 6_325, 6_325)],
    ['WebP of 16,777,216 × 3', webpOfSize(16_777_216, 3)],
  ];
  for (const [what, bytes] of cases)
    test(what, async () => world.refuses(page(await bytes), 500, /more than 40 megapixels/));
  test('JPEG with more than 100 scans', async () =>
    world.refuses(page(await scanBomb(100)), 500, /more than 100 scans\. Retrying will not help/));
});

suite('valid images are accepted', { concurrency: 8 }, () => {
  const tail = Buffer.concat([html, Buffer.from('PK\x03\x04')]);
  const cases: [string, Bytes][] = [
    ['JPEG', jpeg],
    ['progressive JPEG', progressive],
    ['JPEG with a thumbnail', withThumbnail],
    ['JPEG with a page behind its end', Buffer.concat([jpeg, tail])],
    ['JPEG with a page in a comment', insertAfterStart(jpeg, jpegSegment(0xfe, html))],
    ['PNG', png],
    ['PNG with an archive behind its end', Buffer.concat([png, tail])],
    [
      'PNG with transparency and 16 bits',
      sharp(png).ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer(),
    ],
    ['PNG with many short texts', pngOfSize(16, 16, shortTexts(), Buffer.alloc(16 * 17))],
    ['PNG with a long plain text', pngOfSize(16, 16, [plainText(), plainText()], Buffer.alloc(16 * 17))],
    ['WebP', webp],
    ['WebP without loss', sharp(png).webp({ lossless: true }).toBuffer()],
    ['WebP with transparency', sharp(png).ensureAlpha(0.5).webp().toBuffer()],
    ['WebP with more behind its end', Buffer.concat([webp, tail])],
    ['JPEG with 100 scans', scanBomb(99, 64)],
    ['JPEG of 40 megapixels', flat(8_000, 5_000).jpeg({ quality: 20 }).toBuffer()],
  ];
  for (const [what, bytes] of cases) test(what, async () => world.accepts(page(await bytes)));
});

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#808080' } });
}

test('the probe reads the same size as the decoder, however the bytes are chunked', async () => {
  const texts = pngOfSize(16, 16, shortTexts(), Buffer.alloc(16 * 17));
  for (const bytes of [jpeg, progressive, withThumbnail, png, texts, webp]) {
    const { width, height } = await sharp(bytes).metadata();
    for (const step of [1, 2, 3, 7, 1_000, bytes.length]) {
      const probe = new ImageProbe();
      for (let at = 0; at < bytes.length; at += step) probe.push(bytes.subarray(at, at + step));
      const facts = probe.end();
      assert.deepEqual([facts.width, facts.height], [width, height]);
    }
  }
});

test('only accepted images are stored', async () => {
  const { rows } = await world.api.db.pool.query('select count(*)::int as n from images');
  assert.equal(rows[0].n, 16);
  assert.deepEqual(await world.stagedFiles(), []);
  assert.deepEqual(world.trapped, []);
});
